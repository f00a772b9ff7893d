package outbox

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// made returns a game of n entries after its start; word makes it another game of the same id.
func made(id string, n int, word string) []Message {
	log := []Message{{V: Version, At: "2026-11-28T20:00:00.000Z", By: "table", Command: "table start stones red blue", Events: []string{"printed bag 4 rulebook"}, Game: &Game{ID: id, Name: "stones", Created: "2026-11-28T20:00:00.000Z", Program: "arbiter 1.0"}}}
	log[0].Hash = log[0].After("")
	for i := 1; i <= n; i++ {
		m := Message{V: Version, Seq: i, At: "2026-11-28T20:01:00.000Z", By: "red", Command: "red put " + strconv.Itoa(i) + word, Events: []string{"red stone 1", "red heap 0"}}
		m.Hash = m.After(log[i-1].Hash)
		log = append(log, m)
	}
	return append(log, Message{V: Version, Seq: n, Hash: log[n].Hash, End: &End{Game: id, Name: "stones", Seats: []string{"red", "blue"}, Result: "red", Created: log[0].At, Finished: log[n].At, Record: true}})
}

// Every change of an entry is found.
func TestChangedEntriesAreFound(t *testing.T) {
	whole := made("g1", 3, "")
	if err := Verify(whole[:4]); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func([]Message){
		"a command": func(l []Message) { l[2].Command += "!" },
		"an event":  func(l []Message) { l[2].Events = []string{"red stone 1\nred heap", "0"} },
		"the id":    func(l []Message) { l[0].Game = &Game{ID: "g2", Name: "stones"} },
		"a time":    func(l []Message) { l[1].At = "" },
		"an order":  func(l []Message) { l[1], l[2] = l[2], l[1] },
	} {
		log := made("g1", 3, "")[:4]
		change(log)
		if err := Verify(log); err == nil {
			t.Errorf("%s is changed, and nobody says so", name)
		}
	}
}

// A ticket counts only for the key of the device, and only with a name that can stand in a subject.
func TestTicketsOfOthersAreNone(t *testing.T) {
	seed, err := NewSeed()
	if err != nil {
		t.Fatal(err)
	}
	h := Hub{Seed: seed}
	for name, want := range map[string]string{"table-7": "table-7", "a.>": "", "*": "", "": "", strings.Repeat("a", 33): ""} {
		if h.Ticket = ticket(h.Key(), name); h.Table() != want {
			t.Errorf("%q: the table is %q, want %q", name, h.Table(), want)
		}
	}
	if h.Ticket = ticket("UOTHER", "table-7"); h.Table() != "" {
		t.Errorf("a ticket for another key counts: %q", h.Table())
	}
	for _, text := range []string{"", "a.b.c", "..", "nonsense"} {
		if h.Ticket = text; h.Table() != "" {
			t.Errorf("%q is a ticket", text)
		}
	}
}

func ticket(key, name string) string {
	text, _ := json.Marshal(map[string]string{"sub": key, "name": name})
	return "e30." + base64.RawURLEncoding.EncodeToString(text) + ".e30"
}
