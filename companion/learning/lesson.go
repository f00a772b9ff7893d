// Package learning teaches Arbiter the owner's box: which card each tag is, and what is
// printed on it. A Lesson runs beside the table. It knows the cards of a game from
// setups, and asks the game itself whether it takes an answer.
package learning

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// A TagStore keeps what a Lesson teaches.
type TagStore interface {
	// Learned returns the facts of the owner's box, Teach forgets some and
	// learns others at one stroke.
	Learned(game string) ([]string, error)
	Teach(game string, forget, learn []string) error
	// Tags returns the words of each tag, Name changes them; no words forget the
	// tag.
	Tags() (map[string][]string, error)
	Name(uid string, words []string) error
	// Tokens returns the tags by their tokens. KeepToken remembers one; owner is
	// another tag that has it, which keeps it then.
	Tokens() (map[string]string, error)
	KeepToken(token, uid string) (owner string, err error)
}

// A TagMemory is the memory of the tags on the readers. Its errors are Refusals where
// people can do something about them, else those of hw.
type TagMemory interface {
	// Token reads the token of a tag, "" if it has none.
	Token(ctx context.Context, reader string, card hw.UID) (string, error)
	// Mark gives a tag a token, if it has none, and returns the one that it has.
	Mark(ctx context.Context, reader string, card hw.UID) (string, error)
	// Genuine reports whether the maker signed the tag.
	Genuine(ctx context.Context, reader string, card hw.UID) (bool, error)
}

// Opts is what a Lesson is made of. Offer, Deck and Tags are required.
type Opts struct {
	Offer   companion.GameOffer
	Deck    setups.CardList
	Tags    TagStore
	Memory  TagMemory    // nil: nothing is read from tags but their UIDs
	Playing func() bool  // nothing is learned while a game is running; nil is never
	Logger  *slog.Logger // is told of faults in the program; nil: nobody is
}

// A Wanted says what a Lesson is about. It may change at any time.
type Wanted struct {
	With    []string // options of the table that ask for more, such as full-book
	Piles   []string // which cards come in turn; none is all of them
	Mark    bool     // tags get tokens
	Genuine bool     // it is told who made a tag
}

// A Lesson teaches Arbiter the owner's box: cards are laid on any reader one after
// the other; it asks which card each one is and what is printed on it, and keeps
// each answer at once. So it can be left at any moment, and goes on another time.
// A second person may teach beside it, at a reader of their own: Separate.
// Its methods may be called by any goroutine.
type Lesson struct {
	*box
	reader string // the only one whose cards it takes; "": all that have no lesson of their own

	want    Wanted
	queue   []string // UIDs that wait
	current current
	answers []answered
	last    string // the card that was learned last
	news    []engine.Text
	said    int // how many news there have been
	turn    int // how often something else has been asked

	byHand bool             // no card is laid for it: see ByHand
	needs  []companion.Need // games whose needs it asks for
	lacks  []engine.Lack    // of these, what is lacking now
	later  map[string]bool  // what people have put off, by how the lines would begin
}

// A box is what the lessons of a game have in common.
type box struct {
	opts  Opts
	cards []setups.CardEntry

	asking sync.Mutex // held while a tag is asked; people may go on meanwhile
	jobs   sync.WaitGroup

	mu      sync.Mutex // guards the lessons, too
	tags    map[string][]string
	learned []string
	lying   map[string]string // UID -> reader
	lessons []*Lesson         // the one of all readers first
	hand    *Lesson           // that of no reader; nil if nobody has asked for it
	version int
	ring    chan struct{}
}

// current is the card that is being learned. Without a card nobody has said yet
// which one it is; without a UID it was chosen by hand; without both there is none.
type current struct {
	uid    string
	card   *setups.CardEntry
	done   []string // questions that have been answered or left out
	many   string   // the question that is asked until there is no more
	told   []string // its answers so far
	afresh bool     // what is known is asked for again
}

// answered is an answer that can be taken back.
type answered struct {
	before       current
	last         string
	names        map[string][]string // what tags were called before
	taught, lost []string
	text         engine.Text
}

// slow is how long a tag may take for everything that is asked of it.
const memoryPatience = 6 * time.Second

// The most news that are kept.
const mostNews = 8

// New begins a lesson where the last one was left.
func New(o Opts) (*Lesson, error) {
	if o.Playing == nil {
		o.Playing = func() bool { return false }
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	l := &Lesson{box: &box{opts: o, cards: o.Deck.All(), lying: map[string]string{}, ring: make(chan struct{})}}
	l.lessons = []*Lesson{l}
	return l, l.reread()
}

// reread takes in what is kept, but for virtual cards, which older programs kept like
// those of the owner. The lock is held, or nobody else is there.
func (b *box) reread() (err error) {
	if b.tags, err = b.opts.Tags.Tags(); err != nil {
		return err
	}
	maps.DeleteFunc(b.tags, func(uid string, words []string) bool { return uid == hw.VirtualUID(words).String() })
	b.learned, err = b.opts.Tags.Learned(b.opts.Offer.Game.Name)
	return err
}

// Close waits for the tags that are being written.
func (b *box) Close() { b.jobs.Wait() }

// Want says what the lesson is about from now on.
func (l *Lesson) Want(w Wanted) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.want = w
	l.changed()
}

// Changed returns a channel that is closed when something has changed.
func (b *box) Changed() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ring
}

// changed wakes who waits. The lock is held.
func (b *box) changed() {
	b.version++
	close(b.ring)
	b.ring = make(chan struct{})
}

// say tells people something. The lock is held.
func (l *Lesson) say(text engine.Text) {
	l.said++
	l.news = append(l.news, text)
	if n := len(l.news); n > mostNews {
		l.news = slices.Clone(l.news[n-mostNews:])
	}
}

// Change takes a statement of the readers, for this lesson and those beside it.
func (b *box) Change(c hw.Change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	uid := c.UID.String()
	switch c.Kind {
	case hw.Arrived:
		b.lying[uid] = c.Reader
		if !b.opts.Playing() {
			l, _ := b.at(c.Reader)
			l.arrived(uid)
		}
	case hw.Left:
		delete(b.lying, uid)
		for _, l := range b.lessons {
			l.queue = slices.DeleteFunc(l.queue, func(u string) bool { return u == uid })
		}
	default:
		return
	}
	b.changed()
}

// arrived takes up a card, or lets it wait for the one that is being learned.
func (l *Lesson) arrived(uid string) {
	switch {
	case l.current.uid == uid:
	case l.idle():
		l.take(uid)
	case !slices.Contains(l.queue, uid):
		l.queue = append(l.queue, uid)
		l.say(engine.Say("one more card has come; it waits until this one is done"))
	}
}

// idle reports whether nothing is being learned.
func (l *Lesson) idle() bool { return l.current.uid == "" && l.current.card == nil }

// take begins with a card. One that is known is asked for what is missing.
func (l *Lesson) take(uid string) {
	l.turn++
	l.current = current{uid: uid}
	if words := l.tags[uid]; words != nil {
		l.current.card = l.find(strings.Join(words, " "))
	}
	if c := l.current.card; c != nil {
		l.last = c.Key()
		l.say(engine.Say("%s was learned before", cardText(c.Words)))
	}
	if l.opts.Memory != nil {
		l.ask(uid, true)
	}
	l.settle()
}

// settle puts a card that is done away, and takes up the next one that waits.
func (l *Lesson) settle() {
	if l.byHand {
		l.goOn()
		return
	}
	if c := l.current.card; c != nil && l.question() == nil {
		l.last = c.Key()
		l.say(engine.Say("%s is done: lay the next card", cardText(c.Words)))
		l.current = current{}
	}
	if l.idle() && len(l.queue) > 0 {
		uid := l.queue[0]
		l.queue = l.queue[1:]
		l.take(uid)
	}
}

// find returns the card with a key.
func (b *box) find(key string) *setups.CardEntry {
	for i := range b.cards {
		if b.cards[i].Key() == key {
			return &b.cards[i]
		}
	}
	return nil
}

// cardText is how people read the words of a tag.
func cardText(words []string) engine.Text {
	if len(words) == 2 {
		return engine.Say("%s: %s", engine.Seat(words[0]), engine.Term(words[1]))
	}
	return engine.Say("%s", engine.Term(strings.Join(words, " ")))
}
