package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/mqtt"
	"arbiter/companion/spectator"
	"arbiter/companion/web"
	"arbiter/display"
	"arbiter/engine"
)

var tongues = []string{"en", "de", "es"}

// outgoing is what one onlooker gets: the whole stream and its updates, refusals, the panel; and
// the other kinds in turn.
func (p *twins) outgoing(i int, seat engine.Seat) []string {
	p.Helper()
	w, lang := p.both[i], tongues[p.states%3]
	snap := p.snap(i, seat)
	page := lang + string(seat)
	if w.pages[page] == nil {
		w.pages[page] = web.PageOf(w.web, lang, seat)
	}
	event, err := w.pages[page].Event(snap)
	check(p, err)
	update, err := w.pages[page].Next(snap)
	check(p, err)
	all := []string{string(event), string(update), w.refused(p, snap, seat, p.owner)}
	if seat == "" {
		all = append(all, w.drawing(snap, lang))
	}
	if seat == "" {
		table := w.answer(p, "/api/table", lang, "")
		all = append(all, table, w.broker(p, table[strings.Index(table, "{"):]))
	}
	if p.states%16 == 0 {
		anew, err := w.pages[page].Anew(snap)
		check(p, err)
		if !bytes.Equal(anew, event) {
			p.Fatalf("what was kept of a page is out of date:\n%s\n%s", around(string(event), string(anew)), around(string(anew), string(event)))
		}
	}
	if p.states%4 == 0 {
		k := kinds[p.states/4%len(kinds)]
		for _, text := range k.get(p, i, seat) {
			all = append(all, k.name+": "+text)
		}
	}
	return all
}

// broker is what an MQTT broker is told of the answer to another program.
func (w *twin) broker(t testing.TB, answer string) string {
	t.Helper()
	var table spectator.Table
	check(t, json.NewDecoder(strings.NewReader(answer)).Decode(&table))
	text, err := json.Marshal(mqtt.StateOf(table))
	check(t, err)
	return string(text)
}

// entry is what a broker would be told if it were told what happened last, as that is in a snapshot.
func (w *twin) entry(t testing.TB, snap companion.Snapshot) string {
	t.Helper()
	table := spectator.Of(snap, w.words.In("en"), func(engine.Seat) bool { return false })
	for _, text := range table.Last {
		table.Prompts = append(table.Prompts, spectator.Prompt{Text: text})
	}
	text, err := json.Marshal(mqtt.StateOf(table))
	check(t, err)
	return string(text)
}

// abroad is a snapshot as other programs get that of a spectator.
func (w *twin) abroad(t testing.TB, snap companion.Snapshot) string {
	t.Helper()
	text, err := json.Marshal(spectator.Of(snap, w.words.In("en"), func(engine.Seat) bool { return false }))
	check(t, err)
	return strings.ReplaceAll(string(text), w.id(), "ID")
}

// refused is what somebody hears who tries what cannot be: among it what the
// hidden cards are asked for.
func (w *twin) refused(t testing.TB, snap companion.Snapshot, seat, owner engine.Seat) string {
	var all []string
	for _, line := range []string{string(owner) + " ready", string(owner) + " take-back 1 discover", string(seat) + " plan 9 gems", string(seat) + " take-back 1 " + string(owner), "nonsense"} {
		if seat == owner {
			break
		}
		a, err := w.table.Do(t.Context(), companion.Request{Seat: seat, Line: line, Version: snap.Version})
		all = append(all, fmt.Sprint(a, err))
	}
	return strings.Join(all, "\n")
}

// drawing is the picture on the panel.
func (w *twin) drawing(snap companion.Snapshot, lang string) string {
	o := display.Opts{Say: w.words.In(lang), Term: func(t engine.Term) string { return w.words.Term(lang, t) }}
	for _, n := range snap.Notices {
		o.Notices = append(o.Notices, o.Say(n.Text))
	}
	b := display.NewBitmap(image.Pt(400, 300))
	w.painter.Draw(b, snap.View, o)
	return fmt.Sprintf("%x", *b)
}
