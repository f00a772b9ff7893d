// Package learning teaches Arbiter the owner's box: which card each tag is, and what is printed on
// it. A Lesson runs beside the table. It knows the cards of a game from setups, and asks the game
// itself whether it accepts an answer.
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
	// Learned returns the facts of the owner's box; Teach atomically removes some and adds others.
	Learned(game string) ([]string, error)
	Teach(game string, forget, learn []string) error
	// Tags returns the words of each tag by UID; Name sets them, and without words removes the tag.
	Tags() (map[string][]string, error)
	Name(uid string, words []string) error
	// Tokens returns the UIDs of tags by token. KeepToken stores one; if another tag has it, owner
	// is that tag, which keeps it.
	Tokens() (map[string]string, error)
	KeepToken(token, uid string) (owner string, err error)
}

// A TagMemory is the memory of the tags on the readers. Its errors are Refusals if people can do
// something about them, otherwise those of hw.
type TagMemory interface {
	// Token reads the token of a tag, "" if it has none.
	Token(ctx context.Context, reader string, card hw.UID) (string, error)
	// Mark writes a token to a tag unless it has one, and returns its token.
	Mark(ctx context.Context, reader string, card hw.UID) (string, error)
	// Genuine reports whether the tag has its maker's signature.
	Genuine(ctx context.Context, reader string, card hw.UID) (bool, error)
}

// Opts configures a Lesson. Offer, Deck and Tags are required.
type Opts struct {
	Offer   companion.GameOffer
	Deck    setups.CardList
	Tags    TagStore
	Memory  TagMemory    // nil: only UIDs are read from tags
	Playing func() bool  // nothing is learned while a game is running; nil: never running
	Logger  *slog.Logger // gets faults of the program; may be nil
}

// A Wanted says what a Lesson is about. It may change at any time.
type Wanted struct {
	With    []string // options of the table that need more values, such as full-book
	Piles   []string // which piles to learn; empty means all
	Mark    bool     // tags get tokens
	Genuine bool     // say who made each tag
}

// A Lesson teaches Arbiter the owner's box: cards are laid on any reader one after the other; it
// asks which card each is and what is printed on it, and stores each answer at once, so that people
// can stop at any moment and go on another time. A second person may teach at a reader of their own
// at the same time: see Separate. Its methods may be called from any goroutine.
type Lesson struct {
	*box
	reader string // the only reader whose cards it takes; "": all readers without a lesson of their own

	want    Wanted
	queue   []string // UIDs of cards that wait
	current current
	answers []answered
	last    string // key of the card that was learned last
	news    []engine.Text
	said    int // how many news there have been
	turn    int // how often the question has changed

	byHand bool             // no cards are laid: see ByHand
	needs  []companion.Need // games whose needs it asks for
	lacks  []engine.Lack    // what is still missing for them
	later  map[string]bool  // what people have put off, by the beginning of its lines
}

// A box is what all lessons of a game share.
type box struct {
	opts  Opts
	cards []setups.CardEntry

	asking sync.Mutex // held while a tag is read; people may go on meanwhile
	jobs   sync.WaitGroup

	mu      sync.Mutex // guards the lessons, too
	tags    map[string][]string
	learned []string
	lying   map[string]string // UID -> reader
	lessons []*Lesson         // the one for all readers first
	hand    *Lesson           // the one without a reader; nil if nobody has asked for it
	version int
	ring    chan struct{}
}

// current is the card that is being learned. Without a card nobody has said yet which one it is;
// without a UID it was chosen by hand; without both nothing is being learned.
type current struct {
	uid    string
	card   *setups.CardEntry
	done   []string // questions that were answered or left out
	many   string   // the question that is asked until there are no more answers
	told   []string // its answers so far
	afresh bool     // ask for what is known, too
	anew   string   // the question whose answer is changed; see Correct
}

// answered is an answer that can be taken back.
type answered struct {
	before       current
	last         string
	names        map[string][]string // what tags were called before
	taught, lost []string
	text         engine.Text
}

// memoryPatience is how long a tag may take for everything that is asked of it.
const memoryPatience = 6 * time.Second

// mostNews is how many news are kept.
const mostNews = 8

// New starts a lesson where the last one stopped.
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

// reread loads what is stored, except virtual cards, which older programs stored like the owner's.
// The caller holds the lock, or nobody else has the box yet.
func (b *box) reread() (err error) {
	if b.tags, err = b.opts.Tags.Tags(); err != nil {
		return err
	}
	maps.DeleteFunc(b.tags, func(uid string, words []string) bool { return uid == hw.VirtualUID(words).String() })
	b.learned, err = b.opts.Tags.Learned(b.opts.Offer.Game.Name)
	return err
}

// Reload reads what is stored, since something else than a lesson has changed it.
func (b *box) Reload() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.reread()
	b.changed()
	return err
}

// Close waits for tags that are being written.
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

// changed wakes everybody who waits on Changed. The caller holds the lock.
func (b *box) changed() {
	b.version++
	close(b.ring)
	b.ring = make(chan struct{})
}

// say adds news. The caller holds the lock.
func (l *Lesson) say(text engine.Text) {
	l.said++
	l.news = append(l.news, text)
	if n := len(l.news); n > mostNews {
		l.news = slices.Clone(l.news[n-mostNews:])
	}
}

// Change takes a statement of the readers, for this lesson and the others.
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

// arrived starts with a card, or queues it if another one is being learned.
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

// take starts with a card. If it is known, only what is missing is asked.
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

// settle ends a card that is done, and starts with the next one in the queue.
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

// cardText returns the words of a tag for people to read.
func cardText(words []string) engine.Text {
	if len(words) == 2 {
		return engine.Say("%s: %s", engine.Seat(words[0]), engine.Term(words[1]))
	}
	return engine.Say("%s", engine.Term(strings.Join(words, " ")))
}
