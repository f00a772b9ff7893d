package app

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/companion/presence"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/virtual"
	"arbiter/setups"
)

// PhoneReaders make phones that can read tags readers of their seats, whose cards are handled like
// all others. Their methods may be called from any goroutine.
type PhoneReaders struct {
	seats map[engine.Seat]*virtual.Reader
	rests time.Duration // how long a card that the game did not take counts as lying there

	mu    sync.Mutex
	clear map[engine.Seat]*time.Timer
}

var _ web.Phones = (*PhoneReaders)(nil)

// newPhoneReaders returns a reader for each seat of the offered games.
func newPhoneReaders(offers []companion.GameOffer) *PhoneReaders {
	p := &PhoneReaders{seats: map[engine.Seat]*virtual.Reader{}, rests: 20 * time.Second, clear: map[engine.Seat]*time.Timer{}}
	for _, o := range offers {
		for _, seat := range o.Seats {
			if p.seats[seat] == nil {
				p.seats[seat] = virtual.New("phone-" + string(seat))
			}
		}
	}
	return p
}

// lend makes phones readers of the table, if that is wanted.
func (h *App) lend(offers []companion.GameOffer) []presence.Reader {
	if !h.Opts.Phones {
		return nil
	}
	h.Phones = newPhoneReaders(offers)
	h.buses = append(h.buses, h.Phones.bus())
	return h.Phones.all()
}

// all returns the phones as readers for the table, each as the only reader of its seat: a card goes
// to the first empty field that takes it.
func (p *PhoneReaders) all() (list []presence.Reader) {
	for seat, r := range p.seats {
		list = append(list, presence.Reader{Name: r.Name(), Seat: seat, Fields: []string{"1", "2", "3", "4", "5"}, Role: setups.RoleTable})
	}
	slices.SortFunc(list, func(a, b presence.Reader) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// bus returns the readers for hw.Watch.
func (p *PhoneReaders) bus() (bus hw.Bus) {
	for _, r := range p.all() {
		bus = append(bus, p.seats[r.Seat])
	}
	return bus
}

// Lay lays a tag on the reader of a seat, replacing what lay there. A card that the game does not
// take is removed after a while, when people have read what was wrong.
func (p *PhoneReaders) Lay(seat engine.Seat, tag string) (reader string, err error) {
	r, uid, err := p.find(seat, tag)
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, u := range r.Lying() {
		if u != uid {
			r.Lift(u)
		}
	}
	r.Place(uid)
	if old := p.clear[seat]; old != nil {
		old.Stop()
	}
	p.clear[seat] = time.AfterFunc(p.rests, func() { r.Lift(uid) })
	return r.Name(), nil
}

// Lift takes a tag off the reader of a seat.
func (p *PhoneReaders) Lift(seat engine.Seat, tag string) {
	if r, uid, err := p.find(seat, tag); err == nil {
		r.Lift(uid)
	}
}

func (p *PhoneReaders) find(seat engine.Seat, tag string) (*virtual.Reader, hw.UID, error) {
	r := p.seats[seat]
	uid, err := hw.ParseUID(tag)
	if r == nil || err != nil || uid.IsZero() {
		return nil, hw.UID{}, engine.Refuse("that is no number of a tag")
	}
	return r, uid, nil
}
