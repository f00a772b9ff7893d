package mqtt

import (
	"encoding/json"
	"errors"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/companion/companiontest/mosquitto"
	"arbiter/companion/spectator"
	"arbiter/engine"
	"arbiter/engine/enginetest"
)

// What a broker retains of each game is made from what other programs get, and was read by a
// person.
func TestRetainedState(t *testing.T) {
	for _, game := range []string{"council-of-shadows", "high-council", "casting-shadows"} {
		text, err := os.ReadFile(filepath.Join("../web/testdata/api", game+".json"))
		check(t, err)
		var table spectator.Table
		check(t, json.Unmarshal(text, &table))
		at := topicsOf("table_7")
		out, err := json.MarshalIndent(map[string]any{at.state: StateOf(table), at.config: at.discovery(at.entities(table, engine.Text.String), "arbiter 1.2", "")}, "", " ")
		check(t, err)
		enginetest.Golden(t, "testdata/"+game+".json", string(out)+"\n")
	}
}

// The announcement depends only on the game and its seats, not on what happens in it.
func TestAnnouncementTellsNothingOfTheGame(t *testing.T) {
	now := func(x spectator.Table) map[string]component {
		return topicsOf("arbiter").entities(x, engine.Text.String)
	}
	one, other := shown(3, 40), shown(9, 12)
	other.Seats[0].Called, other.Phase, other.Over = "Somebody", "score", true
	if !maps.Equal(now(one), now(other)) {
		t.Error("two moments of a game are announced differently")
	}
	other.Seats = other.Seats[:1]
	if maps.Equal(now(one), now(other)) {
		t.Error("the control: a seat less is announced alike")
	}
}

// Home Assistant finds the table by one message, and again when it restarts; it learns what is on
// the table, even if it connects later, and that the device says goodbye. Nothing retained from
// before does harm, and the seats of an earlier game are removed.
func TestHomeAssistantFindsTheTable(t *testing.T) {
	t.Parallel()
	m := mosquitto.Start(t)
	m.Publish("homeassistant/device/arbiter/config", `{"cmps": 7`, "-r")
	d, l := client(t, Broker{Address: m.Address}), m.Listen()
	d.Tell(shown(3, 40))
	found := l.Next("homeassistant/device/arbiter/config", `"dev"`)
	if strings.Contains(found, "object_id") || strings.Contains(found, "cmd_t") || strings.Contains(found, "Ana") {
		t.Errorf("announced is %s", found)
	}
	var told discovery
	check(t, json.Unmarshal([]byte(found), &told))
	if got := slices.Sorted(maps.Keys(told.Components)); strings.Join(got, " ") != "game phase round running seat_purple_energy seat_purple_level seat_red_energy seat_red_level turn waiting winner" {
		t.Errorf("entities: %s", got)
	}
	for key, c := range told.Components {
		if c.Entity != c.Platform+".arbiter_"+key || c.ID != "arbiter_"+key {
			t.Errorf("%s is called %s, %s", key, c.Entity, c.ID)
		}
	}
	l.Next("arbiter/arbiter/status", "online")
	l.Next("arbiter/arbiter/state", `"energy":40`)
	d.well(t)
	d.Tell(shown(4, 41))
	l.Next("arbiter/arbiter/state", `"energy":41`)
	m.Publish("homeassistant/status", "online")
	l.Next("homeassistant/device/arbiter/config", `"dev"`)
	l.Next("arbiter/arbiter/state", `"energy":41`)
	late := m.Listen("--retained-only")
	late.Next("homeassistant/device/arbiter/config", `"dev"`)
	late.Next("arbiter/arbiter/state", `"energy":41`)

	for _, topic := range []string{"arbiter/arbiter/set", "arbiter/arbiter/command", "homeassistant/status"} {
		m.Publish(topic, `{"command":"purple ready"}`)
	}
	less := shown(5, 42)
	less.Seats = less.Seats[:1]
	d.Tell(less)
	l.Next("homeassistant/device/arbiter/config", `"seat_red_energy":{"p":"sensor"}`)
	if last := l.Next("homeassistant/device/arbiter/config", `"dev"`); strings.Contains(last, "seat_red") {
		t.Errorf("a seat that is gone is announced: %s", last)
	}
	d.Tell(spectator.Table{V: 1}) // no game is on
	l.Next("arbiter/arbiter/state", `"running":false`)
	d.stop()
	l.Next("arbiter/arbiter/status", "offline")

	// The next start removes what the last one announced and this one does not have.
	again := client(t, Broker{Address: m.Address})
	again.Tell(shown(1, 1))
	again.well(t)
	l.Next("homeassistant/device/arbiter/config", `"seat_red_energy"`)
	again.Use(Broker{Address: m.Address, Name: "table_7"})
	l.Next("arbiter/table_7/state", `"energy":1`)
	if _, still := m.Retained()["homeassistant/device/arbiter/config"]; still {
		t.Error("a name that is given up is still announced")
	}
}

// A broker that is killed and restarted is told what is on the table now, and nothing of what
// happened meanwhile; people read that it does not answer.
func TestBrokerIsKilled(t *testing.T) {
	t.Parallel()
	m := mosquitto.Start(t)
	d := client(t, Broker{Address: m.Address})
	d.Tell(shown(3, 40))
	d.well(t)
	m.Kill()
	mosquitto.Until(t, "people read it", func() bool {
		return strings.HasPrefix(d.Status().Wrong.String(), "127.0.0.1 is there, but no broker answers at port ")
	})
	for energy := range 20 {
		d.Tell(shown(4+energy, energy))
	}
	m.Restart()
	l := m.Listen()
	l.Next("homeassistant/device/arbiter/config", `"dev"`)
	if first := l.Next("arbiter/arbiter/state", ""); !strings.Contains(first, `"energy":19`) {
		t.Errorf("at first the broker is told %s", first)
	}
	d.well(t)
}

// A broker that hangs is noticed, and told the latest when it goes on; nobody waits for it.
func TestBrokerHangs(t *testing.T) {
	t.Parallel()
	m := mosquitto.Start(t)
	d := client(t, Broker{Address: m.Address}, func(o *Opts) { o.Wait = 200 * time.Millisecond })
	l := m.Listen()
	d.Tell(shown(3, 40))
	d.well(t)
	check(t, m.Process.Signal(syscall.SIGSTOP))
	for energy := range 1000 {
		d.Tell(shown(4+energy, energy))
	}
	mosquitto.Until(t, "people read it", func() bool { return d.Status().Wrong.String() == "The broker does not answer any more." })
	check(t, m.Process.Signal(syscall.SIGCONT))
	l.Next("arbiter/arbiter/state", `"energy":999`)
	d.well(t)
}

// Two devices with the same name notice each other, say so, and keep quiet; with another name all
// is well.
func TestTwoDevicesOfOneName(t *testing.T) {
	t.Parallel()
	m := mosquitto.Start(t)
	slow := func(o *Opts) { o.Pause = 300 * time.Millisecond }
	l := m.Listen()
	one := client(t, Broker{Address: m.Address}, slow)
	one.Tell(shown(3, 40))
	one.well(t)
	l.Next("arbiter/arbiter/status", "online")
	other := client(t, Broker{Address: m.Address}, slow)
	other.Tell(shown(1, 7))
	l.Next("arbiter/arbiter/status", "offline") // the will of the first
	mosquitto.Until(t, "both tell it", func() bool { return one.Status().Twin && other.Status().Twin })
	if s := one.Status(); s.Wrong.String() != "Another device calls itself arbiter at this broker, and the two throw each other out." || s.Fix.String() != "Give one of the two another name." {
		t.Errorf("people read %q, %q", s.Wrong, s.Fix)
	}
	other.Use(Broker{Address: m.Address, Name: "table_7"})
	other.well(t)
	l.Next("arbiter/table_7/state", `"energy":7`)
	one.Use(Broker{Address: m.Address, Name: "arbiter"}) // "Try it again"
	one.well(t)
	if keeps := m.Retained(); keeps["arbiter/arbiter/status"] != "online" || keeps["arbiter/table_7/status"] != "online" || !strings.Contains(keeps["arbiter/arbiter/state"], `"energy":40`) {
		t.Errorf("the broker keeps %q", keeps)
	}
}

// A broker that accepts nothing is not waited for.
func TestBrokerThatReadsNothing(t *testing.T) {
	one, other := net.Pipe()
	defer other.Close()
	if _, err := (&impatient{one, time.Millisecond}).Write([]byte("x")); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("it ends with %v", err)
	}
}

// Names of computers become names at a broker.
func TestNameOf(t *testing.T) {
	for host, want := range map[string]string{"arbiter": "arbiter", "Spiel-Tisch.lan": "spiel_tisch", "": "arbiter", "Ärger": "rger", strings.Repeat("x", 60): strings.Repeat("x", 32)} {
		if got := NameOf(host); got != want || !ValidName.MatchString(got) {
			t.Errorf("%q becomes %q, want %q", host, got, want)
		}
	}
}
