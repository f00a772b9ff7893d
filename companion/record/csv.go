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

// CSV writes rows for spreadsheets. What a spreadsheet would take for a formula gets an apostrophe,
// which makes it text.
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

// Tracks returns where the markers of each seat stood after each step of a game, with the step,
// whether it was taken back later, the round, the seat, the name of its player, and a column for
// each track.
func Tracks(f *review.Replay, names map[engine.Seat]string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		head := []string{"step", "taken back", "round", "seat", "player"}
		for _, t := range f.Start.View().Tracks {
			head = append(head, t.Name)
		}
		if !yield(head) {
			return
		}
		var standing [][]seatTracks
		for _, frame := range f.Positions {
			if frame.Undoes != 0 { // back to the position before
				standing = standing[:len(standing)-1]
			} else {
				standing = append(standing, tracksOf(engine.Plain(frame.State)))
			}
			for _, s := range standing[len(standing)-1] {
				row := append([]string{strconv.Itoa(frame.Seq), strconv.FormatBool(frame.Undone), strconv.Itoa(frame.Round), string(s.seat), names[s.seat]}, s.at...)
				if !yield(row) {
					return
				}
			}
		}
	}
}

// seatTracks is where a seat's markers are, which takes less memory than its view.
type seatTracks struct {
	seat engine.Seat
	at   []string
}

func tracksOf(v engine.View) []seatTracks {
	all := make([]seatTracks, len(v.Seats))
	for i, p := range v.Seats {
		all[i].seat = p.Seat
		for _, t := range v.Tracks {
			all[i].at = append(all[i].at, strconv.Itoa(t.At[i]))
		}
	}
	return all
}
