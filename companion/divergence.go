package companion

import (
	"fmt"
	"slices"

	"arbiter/companion/history"
	"arbiter/companion/menu"
	"arbiter/companion/presence"
	"arbiter/engine"
)

// A game that was broken off may be resumed by a version of the program with other rules. Its log
// holds what happened, so it can always be read; but if today's rules would decide an entry
// differently, people choose what becomes of the game, and nothing else happens until they have.

// A Divergence says that today's rules decide an entry of the resumed game differently from its
// log. Table.Resolve ends it.
type Divergence struct {
	Seq     int           // the first such entry
	Back    int           // how many entries GoBack takes back
	Wanted  Remedy        // that somebody has asked for; "" if nobody has
	Agreed  []engine.Seat // who wants that
	Waiting []engine.Seat // who has not agreed yet; empty when nobody has asked
}

// A Remedy is what becomes of a game in doubt.
type Remedy string

// The remedies of a Divergence.
const (
	GoOn     Remedy = "on"    // the log stands as it is
	GoBack   Remedy = "back"  // the entry in doubt and all after it are taken back
	PutAside Remedy = "aside" // the game ends without a result
)

// divergenceIn returns the first standing entry that today's rules decide differently and that
// nobody has accepted, or nil if there is none or the game is over.
func divergenceIn(start engine.State, session *engine.Session, s history.Saved) *Divergence {
	if session.State().View().Over {
		return nil
	}
	for _, d := range engine.Redecide(start, s.Entries) {
		if d.Undone || d.Seq <= s.Stands {
			continue
		}
		later := slices.DeleteFunc(session.Standing(), func(e engine.Entry) bool { return e.Seq < d.Seq })
		return &Divergence{Seq: d.Seq, Back: len(later)}
	}
	return nil
}

// undecided is the refusal of anything but a remedy while the game is in doubt.
func undecided() error {
	return engine.Refuse("choose first how the game goes on: the rules of the program have changed")
}

// resolve counts a wish for a remedy, and applies it once everybody, or the Table, has agreed.
func (t *Table) resolve(seat engine.Seat, r Remedy, version int) (Answer, error) {
	g := t.game
	switch {
	case g == nil:
		return Answer{}, engine.Refuse("no game is running")
	case seat != engine.Table && !slices.Contains(g.people, seat):
		return Answer{}, engine.Refuse("whoever only watches cannot act")
	case g.left(viewer{seat: seat}):
		return Answer{}, leftTheGame(seat)
	case g.divergence == nil || version != g.session.Version():
		return Answer{}, stale()
	}
	if !slices.Contains([]Remedy{GoOn, GoBack, PutAside}, r) {
		return Answer{}, fmt.Errorf("remedy %q: there is none of that name", r)
	}
	if waiting := g.reluctant(r, seat); len(waiting) > 0 {
		t.publish()
		return Answer{Version: g.session.Version(), Waiting: waiting}, nil
	}
	switch r {
	case GoOn:
		return t.goOn()
	case GoBack:
		return t.goBack(seat)
	}
	return Answer{}, t.finish()
}

// goOn accepts the log as it stands, and stores that so that nobody is asked again.
func (t *Table) goOn() (Answer, error) {
	g := t.game
	err := t.opts.Store.Stand(g.id, g.session.Version())
	t.failed(err, unwritable())
	if err != nil {
		t.publish()
		return Answer{}, fmt.Errorf("game %s: %w", g.id, err)
	}
	t.logger.Info("the log stands as it is, although the rules have changed", "id", g.id, "entry", g.divergence.Seq)
	t.certain()
	return Answer{Version: g.session.Version()}, nil
}

// goBack takes back the entry in doubt and all after it.
func (t *Table) goBack(seat engine.Seat) (Answer, error) {
	g := t.game
	moves := map[engine.Seat][]engine.Text{}
	for range g.divergence.Back {
		last, _ := g.last()
		by := seat
		if engine.Hidden(last, by) {
			by = last.Command.By()
		}
		if _, err := t.withdraw(by, slices.Concat(g.people, g.agreeable())...); err != nil {
			t.publish()
			return Answer{}, err
		}
		for eye, texts := range g.moves {
			moves[eye] = append(moves[eye], texts...)
		}
		g.divergence = &Divergence{Seq: g.divergence.Seq, Back: g.divergence.Back - 1}
	}
	g.moves = moves
	t.logger.Info("the game goes back to where its log and the rules agree", "id", g.id, "entry", g.divergence.Seq)
	answer := Answer{Version: g.session.Version(), Moves: g.moves[g.knower(viewer{seat: seat})]}
	t.certain()
	return answer, nil
}

// reluctant counts seat's wish for a remedy and returns who has not agreed yet. A wish for another
// remedy starts the count again.
func (g *game) reluctant(r Remedy, seat engine.Seat) []engine.Seat {
	if seat == engine.Table {
		return nil
	}
	d := *g.divergence
	if d.Wanted != r {
		d.Wanted, d.Agreed = r, nil
	}
	if !slices.Contains(d.Agreed, seat) {
		d.Agreed = append(slices.Clone(d.Agreed), seat)
	}
	d.Waiting = besides(g.acting, d.Agreed)
	g.divergence = &d
	return d.Waiting
}

// certain ends the doubt. Cards taken off a reader in the meantime mean nothing.
func (t *Table) certain() {
	t.game.divergence = nil
	t.readers.ForgetTaken()
	t.refresh()
}

// remedies returns what the buttons of a seat can choose while the game is in doubt.
func (t *Table) remedies(seat engine.Seat) []menu.Item {
	if seat == "" {
		seat = engine.Table
	}
	by := func(r Remedy) func() error {
		return func() error {
			_, err := t.resolve(seat, r, t.version())
			return err
		}
	}
	return []menu.Item{
		{Text: engine.Say("Go on with the game as it is in the log"), Do: by(GoOn)},
		{Text: engine.Say("Go back to before line %d", t.game.divergence.Seq), Do: by(GoBack)},
		{Text: engine.Say("Put this game aside"), Do: by(PutAside)},
	}
}

// divergent tells everybody that the game waits for a choice.
func (t *Table) divergent() []presence.Notice {
	if t.game == nil || t.game.divergence == nil {
		return nil
	}
	text := engine.Say("the rules of the program have changed: line %d of this game would come out otherwise; choose on a phone how it goes on", t.game.divergence.Seq)
	if t.buttons.Any() {
		text = engine.Say("the rules of the program have changed: line %d of this game would come out otherwise; choose on a phone or with the buttons how it goes on", t.game.divergence.Seq)
	}
	return []presence.Notice{{Own: text, Public: text}}
}
