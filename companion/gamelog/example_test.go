package gamelog_test

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// Example begins a game, plays in it and reads it back.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	db, err := gamelog.Open(filepath.Join(dir, "games.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()

	setup := engine.Setup{Game: "high-council", Seats: []engine.Seat{"white", "red"}}
	game, err := db.Create(history.Header{ID: "first", Created: time.Now(), Setup: setup})
	if err != nil {
		fmt.Println(err)
		return
	}
	start, _ := highcouncil.Game.New(setup.Seats, setup.Facts)
	session, _ := engine.Resume(start, game)
	if _, err := session.Do(highcouncil.Ponder{Seat: "white"}); err != nil {
		fmt.Println(err) // the rules refuse it, or it is not on the disk
	}

	rows, err := db.Rows("first") // the log as lines, every hash checked
	for _, r := range rows {
		fmt.Println(r.Seq, r.Command, r.Events)
	}
	fmt.Println("damage:", err)
	// Output:
	// 0 table start high-council white red []
	// 1 white ponder [white pondered white dealt white dealt white dealt red turn]
	// damage: <nil>
}
