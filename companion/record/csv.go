package record

import (
	"encoding/csv"
	"io"
	"iter"
	"strconv"
	"strings"

	"arbiter/companion/review"
	"arbiter/engine"
)

// CSV writes rows for spreadsheets. What a spreadsheet would take for a formula
// is written as text, with an apostrophe before it.
func CSV(w io.Writer, rows iter.Seq[[]string]) error {
	out := csv.NewWriter(w)
	for row := range rows {
		safe := make([]string, len(row))
		for i, cell := range row {
			if safe[i] = cell; strings.IndexAny(cell, "=+-@\t\r") == 0 && !whole(cell) {
				safe[i] = "'" + cell
			}
		}
		if err := out.Write(safe); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func whole(cell string) bool {
	_, err := strconv.Atoi(cell)
	return err == nil
}

// Tracks lists where the markers of each seat stood after each step of a game, as
// its film shows it: the step, whether it was taken back later, the round, the
// seat, what its player is called, and a column for each track.
func Tracks(f *review.Replay, names map[engine.Seat]string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		head := []string{"step", "taken back", "round", "seat", "player"}
		for _, t := range f.Start.View().Tracks {
			head = append(head, t.Name)
		}
		if !yield(head) {
			return
		}
		var standing []engine.View
		for _, frame := range f.Positions {
			if frame.Undoes != 0 { // back to what stood before
				standing = standing[:len(standing)-1]
			} else {
				standing = append(standing, engine.Plain(frame.State))
			}
			v := standing[len(standing)-1]
			for i, p := range v.Seats {
				row := []string{strconv.Itoa(frame.Seq), strconv.FormatBool(frame.Undone), strconv.Itoa(frame.Round), string(p.Seat), names[p.Seat]}
				for _, t := range v.Tracks {
					row = append(row, strconv.Itoa(t.At[i]))
				}
				if !yield(row) {
					return
				}
			}
		}
	}
}
