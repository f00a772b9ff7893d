package menu

import (
	"slices"

	"arbiter/engine"
)

// An Input is what the buttons need to know of the table at one moment.
type Input struct {
	Moment    string        // changes whenever the choices do
	Running   bool          // a game is on the table
	People    []engine.Seat // seats that a person sits at
	Wanted    engine.Text   // the command that everybody is asked to agree to; zero means taking back the last step
	Waiting   []engine.Seat // who has not agreed yet; empty if nobody is asked
	Accepting []engine.Seat // who can accept the cards as they lie

	Items func(engine.Seat) []Item // what the buttons of a seat can choose from; "" is everybody's
	Alone func() bool              // the game waits for one person only, so nobody can confirm for another
}

// An Action is what a press asks of the table.
type Action struct {
	Kind Kind
	Seat engine.Seat // for whom to agree or accept
	Item Item        // what was chosen
}

// A Kind is what an Action does.
type Kind uint8

// The kinds. Nothing is the zero Action: the press has only changed a menu, if anything.
const (
	Nothing Kind = iota
	Choose       // Action.Item
	Agree        // to what everybody is asked, or else to taking back the last step
	Accept       // the cards as they lie
	Decline      // withdraw what everybody is asked
)

// Press handles a press. The error is a Refusal.
func (b *Buttons) Press(one Button, in Input) (Action, error) {
	p := b.of(one)
	p.answer = engine.Text{}
	switch one.Name {
	case "next":
		return Action{}, p.next(in)
	case "confirm":
		return b.confirm(p, in)
	case "undo":
		return Action{}, p.wantUndo(in)
	}
	return b.back(p, in), nil
}

// next opens the menu, or moves its marker.
func (p *seatButtons) next(in Input) error {
	p.undo = false
	if p.menu != nil {
		p.menu.next()
		return nil
	}
	err := p.open(in.Items(p.seat), in)
	if err == nil {
		p.menu.path[0] = 0
	}
	return err
}

func (p *seatButtons) open(items []Item, in Input) error {
	if len(items) == 0 {
		return engine.Refuse("nothing can be chosen with the buttons now")
	}
	p.menu = &menu{items: items, since: in.Moment}
	p.menu.open(items)
	return nil
}

// back goes one step back: out of a submenu, the menu, or the question whether to take something
// back.
func (b *Buttons) back(p *seatButtons, in Input) Action {
	switch {
	case p.menu != nil && len(p.menu.path) > 1:
		p.menu.path = p.menu.path[:len(p.menu.path)-1]
	case p.menu != nil:
		p.menu = nil
	case p.undo:
		p.undo = false
	case b.everybodys(p, in) != nil:
		return b.back(b.everybodys(p, in), in)
	case in.Running:
		return Action{Kind: Decline}
	}
	return Action{}
}

// confirm answers what is asked: whether to take back, the item at the marker, whether cards may
// stay as they lie, or the only thing that can be done. Otherwise it opens the menu.
func (b *Buttons) confirm(p *seatButtons, in Input) (Action, error) {
	switch {
	case in.Running && p.undo:
		return p.takeBack(p.undoer(in)), nil
	case p.menu != nil:
		return p.choose(), nil
	}
	if q := b.everybodys(p, in); q != nil && q.undo {
		return q.takeBack(p.seat), nil
	} else if q != nil {
		return q.choose(), nil
	}
	if seat := p.mine(in.Waiting); seat != "" {
		return Action{Kind: Agree, Seat: seat}, nil
	}
	if seat := p.mine(in.Accepting); seat != "" {
		return Action{Kind: Accept, Seat: seat}, nil
	}
	items := in.Items(p.seat)
	if len(items) == 1 && len(items[0].more) == 0 && items[0].Do == nil && (p.seat != "" || in.Alone()) {
		return Action{Kind: Choose, Item: items[0]}, nil
	}
	return Action{}, p.open(items, in)
}

// everybodys returns the buttons without a seat if they show something that the seat of p may
// confirm; else nil. A rig may have a marker for everybody and a confirm button at each seat.
func (b *Buttons) everybodys(p *seatButtons, in Input) *seatButtons {
	i := slices.IndexFunc(b.all, func(q seatButtons) bool { return q.seat == "" })
	if i < 0 || p.seat == "" {
		return nil
	}
	q := &b.all[i]
	if q.menu != nil {
		list, at := q.menu.at()
		who := list[max(at, 0)].Seat
		if who == "" || who == p.seat || !slices.Contains(in.People, who) {
			return q
		}
	}
	if q.undo && slices.Contains(in.People, p.seat) {
		return q
	}
	return nil
}

// choose takes the item at the marker, if there is one.
func (p *seatButtons) choose() Action {
	list, i := p.menu.at()
	if i < 0 {
		return Action{}
	}
	if more := list[i].more; len(more) > 0 {
		p.menu.open(more)
		return Action{}
	}
	p.menu = nil
	return Action{Kind: Choose, Item: list[i]}
}

// wantUndo asks whether to take back the last step.
func (p *seatButtons) wantUndo(in Input) error {
	if !in.Running {
		return engine.Refuse("no game is running")
	}
	p.menu, p.undo, p.since = nil, true, in.Moment
	return nil
}

// takeBack takes the last step back for a seat.
func (p *seatButtons) takeBack(seat engine.Seat) Action {
	p.undo, p.menu = false, nil
	return Action{Kind: Agree, Seat: seat}
}

// undoer returns for whom the buttons take back.
func (p *seatButtons) undoer(in Input) engine.Seat {
	switch {
	case p.seat != "":
		return p.seat
	case len(in.People) == 1:
		return in.People[0]
	}
	return engine.Table
}
