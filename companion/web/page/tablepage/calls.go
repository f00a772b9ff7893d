package tablepage

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// Calls are what people must be told besides the game, each once: who asks for a seat, what
// everybody is asked to agree to, what is wrong with the cardboard.
type Calls struct {
	List []Call
}

// A Call is one of them.
type Call struct {
	Kind string // "request", "consent", "doubt", "moves" or "notice"
	Text string
	More string
	Who  []page.Seat // whom it waits for
	Seat string      // of a request that the viewer may answer; otherwise ""
}

// NewCalls returns the calls, the most urgent first.
func NewCalls(c page.Context) Calls {
	var out Calls
	said := []string{}
	add := func(x Call) {
		if !slices.Contains(said, x.Text) {
			said = append(said, x.Text)
			out.List = append(out.List, x)
		}
	}
	for _, r := range c.Room.Requests {
		x := Call{Kind: "request", Text: c.Say(r.What), More: c.Say(r.Left)}
		if r.Mine {
			x.Seat = r.Seat
		}
		add(x)
	}
	if x, ok := consent(c); ok {
		add(x)
	}
	if d := c.Snap.Divergence; d != nil {
		x := Call{Kind: "doubt", Text: c.Say(engine.Say("Line %d of this game would come out otherwise by the rules of this program. Nothing happens until you choose.", d.Seq)), More: c.Say(engine.Say("Players choose on the pages of their seats, or with buttons.")), Who: badges(c, d.Waiting)}
		if len(d.Agreed) > 0 {
			x.More = c.Badge(d.Agreed[0]).Name + " " + c.Say(wanted[d.Wanted])
		}
		add(x)
	}
	if all := c.Snap.Moves; len(all) > 0 {
		add(Call{Kind: "moves", Text: c.Say(engine.Say("Put the cardboard back")), More: list(c, all)})
	}
	for _, t := range c.Room.Notices {
		add(Call{Kind: "notice", Text: c.Say(t)})
	}
	return out
}

// wanted says how somebody wants a game to go on whose rules have changed.
var wanted = map[companion.Remedy]engine.Text{
	companion.GoOn:     engine.Say("wants to go on with the game as it is in the log. Everybody has to agree."),
	companion.GoBack:   engine.Say("wants to go back. Everybody has to agree."),
	companion.PutAside: engine.Say("wants to put this game aside. Everybody has to agree."),
}

// consent returns what everybody is asked to agree to.
func consent(c page.Context) (x Call, ok bool) {
	p := c.Snap.Proposal
	if p == nil {
		return Call{}, false
	}
	x = Call{Kind: "consent", Who: badges(c, p.Waiting)}
	switch {
	case p.Line != "":
		x.Text, x.More = c.Say(engine.Say("Does everybody agree?")), c.Say(p.Text)
	case len(p.Agreed) > 0:
		x.Text = c.Say(engine.Say("%s wants to take back a step", p.Agreed[0]))
	default:
		x.Text = c.Say(engine.Say("Take back?"))
	}
	return x, true
}

func badges(c page.Context, seats []engine.Seat) (all []page.Seat) {
	for _, seat := range seats {
		all = append(all, c.Badge(seat))
	}
	return all
}

// list joins texts.
func list(c page.Context, texts []engine.Text) string {
	var all []string
	for _, t := range texts {
		all = append(all, c.Say(t))
	}
	return strings.Join(all, " · ")
}
