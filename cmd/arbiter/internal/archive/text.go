package archive

import (
	"fmt"
	"io"

	"arbiter/engine"
)

// Public returns e as a spectator may know it: without its command if any of it is hidden.
func Public(e engine.Entry) engine.Entry {
	if engine.Hidden(e, "") {
		e.Command = nil
	}
	var events []engine.Event
	for _, event := range e.Events {
		if event = engine.SeenBy("", event); event != nil {
			events = append(events, event)
		}
	}
	e.Events = events
	return e
}

// PrintEntry writes an entry and its events for people, a line each; undone marks it.
func PrintEntry(out io.Writer, game engine.Game, e engine.Entry, undone bool, say func(engine.Text) string) {
	line := fmt.Sprintf("#%d %s: ", e.Seq, say(engine.Say("%s", e.By)))
	switch {
	case e.Undoes != 0:
		line += say(engine.Say("takes line %d back", e.Undoes))
	case e.Command == nil:
		line += "(hidden)"
	default:
		line += say(game.Tell(e.Command))
	}
	if undone {
		line += "  [" + say(engine.Say("taken back")) + "]"
	}
	fmt.Fprintln(out, line)
	for _, event := range e.Events {
		fmt.Fprintf(out, "    %s\n", say(game.Tell(event)))
	}
}

// Scoreboard prints the markers that lie on the cardboard.
func Scoreboard(out io.Writer, v engine.View) error {
	row := func(first string, cell func(i int, t engine.Track) string) {
		fmt.Fprintf(out, "%-10s", first)
		for i, t := range v.Tracks {
			if !t.Derived {
				fmt.Fprintf(out, " %*s", max(len(t.Name), 5), cell(i, t))
			}
		}
		fmt.Fprintln(out)
	}
	row("seat", func(_ int, t engine.Track) string { return t.Name })
	for i, p := range v.Seats {
		row(string(p.Seat), func(_ int, t engine.Track) string {
			if t.Roman {
				return string(engine.Roman(t.At[i]))
			}
			return fmt.Sprint(t.At[i])
		})
	}
	return nil
}
