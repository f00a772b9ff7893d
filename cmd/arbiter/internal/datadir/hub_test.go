package datadir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/outbox"
	"arbiter/engine"
)

// A hub is told of a game once it has left the table: not while it goes on, nor while its end can
// be taken back, nor if it was abandoned. It gets the log with the log's own hashes.
func TestGamesOnTheTableStayThere(t *testing.T) {
	dir := t.TempDir()
	db, err := Create(dir)
	must(t, err)
	defer db.Close()
	must(t, db.HoldGames())
	s, o := Store{db.DB, dir}, Outbox{db.DB, dir}
	begin := func(id string) {
		_, err := s.Create(history.Header{ID: id, Created: time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC), Program: "arbiter 1.0", Setup: engine.Setup{Game: "high-council", Seats: []engine.Seat{"red", "blue"}}})
		must(t, err)
	}
	told := func(id string) bool {
		t.Helper()
		all, err := o.Parcels()
		must(t, err)
		listed := false
		for _, p := range all {
			listed = listed || p.Game == id
		}
		if _, err := o.Whole(id); (err == nil) != listed {
			t.Errorf("%s is listed: %v, but read with %v", id, listed, err)
		}
		return listed
	}
	begin("g1")
	if told("g1") {
		t.Error("a game that goes on is told")
	}
	must(t, s.Conclude("g1", "red"))
	if told("g1") {
		t.Error("a game whose end can be taken back is told")
	}
	must(t, s.Finish("g1", "red"))
	if !told("g1") {
		t.Error("a game that has left the table is not told")
	}
	begin("g2")
	must(t, s.Finish("g2", companion.Abandoned))
	if told("g2") {
		t.Error("a game that was left is told")
	}
	log, err := o.Whole("g1")
	must(t, err)
	last := len(log) - 1
	if err := outbox.Verify(log[:last]); err != nil || log[last].End == nil || log[last].Hash != log[last-1].Hash || log[last].End.Result != "red" {
		t.Errorf("the messages are %+v: %v", log, err)
	}
}

// The key of a device is readable by its user alone, stays the same when joining a second time, and
// is gone after leaving. Games that are here when sharing begins are held back.
func TestJoiningAHub(t *testing.T) {
	dir := t.TempDir()
	f := HubFile(dir)
	if _, err := f.Share(outbox.Running); err == nil {
		t.Error("without a hub, something can be shared")
	}
	for _, wrong := range []string{"", "hub.example.org", "http://hub.example.org", "nats://u:p@hub.example.org", "tls://", "tls://hub.example.org/x"} {
		if _, err := f.Join(wrong, ""); err == nil {
			t.Errorf("%q is an address", wrong)
		}
	}
	h, err := f.Join("tls://hub.example.org:4222", "")
	must(t, err)
	again, err := f.Join("tls://other.example.org:4222", "")
	must(t, err)
	if h.Key() == "" || h.Key() != again.Key() || !strings.Contains(h.Told().String(), h.Key()) {
		t.Errorf("the key is %q, then %q, and it says %q", h.Key(), again.Key(), h.Told())
	}
	if info, err := os.Stat(filepath.Join(dir, hubName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if _, err := f.Join("tls://hub.example.org:4222", "a.b.c"); err == nil || !strings.Contains(err.Error(), h.Key()) {
		t.Errorf("a ticket of nobody: %v", err)
	}
	if h, err = f.Share(outbox.Records); err != nil || !h.Fresh {
		t.Errorf("sharing: %+v, %v", h, err)
	}
	must(t, f.Leave())
	if h, err = f.Read(); err != nil || h != (outbox.Hub{}) {
		t.Errorf("after leaving: %+v, %v", h, err)
	}
}
