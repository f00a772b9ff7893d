// Package presence compares the cards on the readers with what a game has there. Where the two
// differ it says in one sentence which smallest movement of a card repairs that, or by which
// commands the game could follow. It knows no rules of any game, starts no goroutine and opens no
// hardware.
package presence

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// A Reader says what a card on a reader means, as setups.Reader has it.
type Reader struct {
	Name   string
	Seat   engine.Seat // whose it is; "" if it is shared
	Fields []string    // zones of the seat. One: what lies there is in that zone. Several: cards are shown one after the other. None: a shown card means the seat
	Role   string      // without a seat, a shown card means any command that mentions it; setups.RoleTable adds that to a seat's reader
}

// ReadersOf returns what the readers of a rig mean.
func ReadersOf(rig setups.Rig) []Reader {
	var readers []Reader
	for _, r := range rig.Readers {
		readers = append(readers, Reader{r.Name, engine.Seat(r.Seat), r.Fields, r.Role})
	}
	return readers
}

// Readers records what lies on the readers, and what each card has already asked for.
type Readers struct {
	states []readerState
	tags   map[string][]string // UID -> words

	inquiring []engine.Seat // seats that want to know which card they lay next
}

// A readerState is the state of one reader. An error never counts as a departure.
type readerState struct {
	Reader
	lying      []laidCard
	gone       []laidCard // left the reader while the game still had them there
	asked      *laidCard  // shown, and more than one command could be meant
	down       bool
	obstacle   hw.Obstacle // why, if the system says so
	unreadable bool
	cut        bool     // unreadable, as the reader cuts numbers short
	conflicts  []string // UIDs of cards that another reader has, too
	rivals     []string // parallel to conflicts: the other reader
	covered    []hw.UID // what the readers were told lies under other cards
	examined   []examined
}

// A laidCard is a tag on a reader.
type laidCard struct {
	uid     string
	words   []string // nil if it has no name
	outcome outcome
	since   time.Time // when it arrived
	under   string    // UID of the card that was laid on it while it was heard
	quiet   bool      // was not heard when another card came: it may be leaving
}

// An outcome is what has become of a card since it arrived.
type outcome uint8

const (
	fresh   outcome = iota // may still ask for something
	spent                  // has asked, or lies where the game had it: asks for nothing more
	refused                // was shown at a shared reader when nothing could be done with it
	rested                 // lay there when the program started: must be laid again to ask for something
)

// New returns Readers on which nothing lies. tags are words by UID.
func New(readers []Reader, tags map[string][]string) *Readers {
	r := &Readers{tags: maps.Clone(tags)}
	if r.tags == nil {
		r.tags = map[string][]string{}
	}
	for _, one := range readers {
		r.states = append(r.states, readerState{Reader: one})
	}
	return r
}

// field returns the zone of a reader that has exactly one.
func (p *readerState) field() (string, bool) {
	if len(p.Fields) == 1 && p.Seat != "" {
		return p.Fields[0], true
	}
	return "", false
}

func (r *Readers) at(reader string) *readerState {
	for i := range r.states {
		if r.states[i].Name == reader {
			return &r.states[i]
		}
	}
	return nil
}

// Take records c, and reports whether the rig has its reader. resting says that the card lay there
// before the program started: either it was read then, or it was never acknowledged, so it asks for
// nothing.
func (r *Readers) Take(c hw.Change, resting bool, s Covers) bool {
	p := r.at(c.Reader)
	if p == nil {
		return false
	}
	uid := c.UID.String()
	switch c.Kind {
	case hw.Arrived:
		k := laidCard{uid: uid, words: r.tags[uid], since: c.At}
		if resting {
			k.outcome = rested
		}
		if r.examine(p, k) {
			break
		}
		p.gone = without(p.gone, uid)
		p.arrive(k, s)
		p.asked = nil
	case hw.Left:
		if i := slices.IndexFunc(p.lying, func(k laidCard) bool { return k.uid == uid }); i >= 0 {
			p.gone = append(p.gone, p.lying[i])
		}
		p.lying = without(p.lying, uid)
		p.examined = slices.DeleteFunc(p.examined, func(k examined) bool { return k.uid == uid })
	case hw.Conflict:
		p.conflicts, p.rivals = append(p.conflicts, uid), append(p.rivals, c.Owner)
	case hw.Settled:
		if i := slices.Index(p.conflicts, uid); i >= 0 {
			p.conflicts, p.rivals = slices.Delete(p.conflicts, i, i+1), slices.Delete(p.rivals, i, i+1)
		}
	case hw.Unreadable, hw.Readable:
		p.unreadable = c.Kind == hw.Unreadable
		p.cut = p.unreadable && errors.Is(c.Err, hw.ErrCut)
	case hw.ReaderDown, hw.ReaderUp:
		p.down, p.obstacle = c.Kind == hw.ReaderDown, hw.ObstacleOf(c.Err)
	}
	return true
}

func without(cards []laidCard, uid string) []laidCard {
	return slices.DeleteFunc(cards, func(k laidCard) bool { return k.uid == uid })
}

// Cards returns a limit for how many commands the readers can ask for at one time.
func (r *Readers) Cards() (n int) {
	for _, p := range r.states {
		n += len(p.lying) + len(p.gone)
	}
	return n
}

// keep records what a says of each card.
func (r *Readers) keep(a Result) {
	for _, m := range a.marks {
		p := &r.states[m.reader]
		for i := range p.lying {
			if p.lying[i].uid == m.uid {
				p.lying[i].outcome = m.outcome
			}
		}
	}
	for i, asked := range a.asked {
		r.states[i].asked = asked
	}
	for i, kept := range a.gone {
		r.states[i].gone = kept
	}
}

// Name says what the card with a UID is; without words it has no name. If it lies on a reader it
// counts as laid there now.
func (r *Readers) Name(uid string, words []string) {
	if r.tags[uid] = slices.Clone(words); len(words) == 0 {
		delete(r.tags, uid)
	}
	for i := range r.states {
		for j := range r.states[i].lying {
			if k := &r.states[i].lying[j]; k.uid == uid {
				k.words, k.outcome = r.tags[uid], fresh
			}
		}
		for j := range r.states[i].examined {
			if k := &r.states[i].examined[j]; k.uid == uid {
				k.words = r.tags[uid]
			}
		}
	}
}

// Named returns the cards that have a tag, as the tags name them, in alphabetical order.
func (r *Readers) Named() []string {
	var all []string
	for _, words := range r.tags {
		all = append(all, strings.Join(words, " "))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Laying returns the seats that have cards on their fields.
func (r *Readers) Laying() (seats []engine.Seat) {
	for i := range r.states {
		p := &r.states[i]
		if _, ok := p.field(); ok && len(p.lying) > 0 && !slices.Contains(seats, p.Seat) {
			seats = append(seats, p.Seat)
		}
	}
	return seats
}

// Lies reports whether a card lies on a reader of the seat.
func (r *Readers) Lies(seat engine.Seat) bool {
	return slices.ContainsFunc(r.states, func(p readerState) bool { return p.Seat == seat && len(p.lying) > 0 })
}

// Has reports whether the seat has a reader.
func (r *Readers) Has(seat engine.Seat) bool {
	return slices.ContainsFunc(r.states, func(p readerState) bool { return p.Seat == seat })
}

// Asked returns the UIDs of cards that were shown and can mean several things.
func (r *Readers) Asked() (uids []string) {
	for _, p := range r.states {
		if p.asked != nil {
			uids = append(uids, p.asked.uid)
		}
	}
	return uids
}

// ForgetTaken makes cards that were taken off a reader ask for nothing.
func (r *Readers) ForgetTaken() {
	for i := range r.states {
		r.states[i].gone = nil
	}
}

// Suspicions returns the notices about cards that may be copies, given the reasons by UID.
func (r *Readers) Suspicions(why map[string]engine.Text) (all []Notice) {
	for _, p := range r.states {
		for _, k := range p.lying {
			if why := why[k.uid]; !why.IsZero() {
				all = append(all, Notice{Reader: p.Name, Seat: p.Seat, Own: why, Public: engine.Say("reader %s: a card there may be a copy", engine.Term(p.Name))})
			}
		}
	}
	return all
}
