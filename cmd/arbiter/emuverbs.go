package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
)

// An operator does to an emulated table what people do to a real one, told in
// lines of words.
type operator struct {
	top    *tabletop
	out    io.Writer
	house  *app.App // nil: another program has the readers
	lang   string
	words  *words.Catalogue
	names  map[string][]string // of tags that have one, by UID
	cards  map[string]*laidCard
	broken map[string][]string // the faults of a spot, by name

	patience time.Duration // until it gives up what it waits for

	mu      sync.Mutex
	notices []string // those that stand, as they were printed
	printed progress // of what was printed last
}

// Progress is how far a game has come.
type progress struct {
	game    string
	entries int
}

// laidCard is a card with its tag.
type laidCard struct {
	tag *picc.Tag
	at  string // the reader that it lies on; "" for none
}

// A verb is a line that an operator understands.
type verb struct {
	name, takes, help string
	do                func(context.Context, *operator, []string) error
}

// verbs lists them as help shows them.
func verbs() []verb {
	return []verb{
		{"lay", "CARD... READER", "lay a card, as in: lay purple discover purple-1; or a tag by its number: lay 04A2241B5C6D80 purple-1", layCard},
		{"copy", "CARD... READER", "lay a second tag with the same number", copyCard},
		{"lift", "CARD...", "take a card off the reader that it lies on", liftCard},
		{"unplug", "READER", "pull the cable of a reader", func(_ context.Context, o *operator, args []string) error {
			return o.one(args, func(_ string, s spot) error { return s.unplug() })
		}},
		{"plug", "READER", "put it back", func(_ context.Context, o *operator, args []string) error {
			return o.one(args, func(_ string, s spot) error { return errors.Join(s.unplug(), s.plug()) })
		}},
		{"fault", "READER FAULT [VALUE]", "let something go wrong at a reader or panel; faults READER lists what can", breakSpot},
		{"mend", "READER", "end all faults of a reader or panel", mendSpot},
		{"faults", "READER", "list what can go wrong at a reader or panel", listFaults},
		{"press", "[SEAT] BUTTON", "press a button for a tenth of a second", pressButton},
		{"start", "GAME SEAT...", "start a game, as in: start council-of-shadows purple green", startGame},
		{"wait", "[SECONDS | for WORDS]", "wait some seconds, until a notice has the words, or until each reader has told what lies on it", waitFor},
		{"list", "", "list the readers and what lies there", listSpots},
		{"help", "", "list these lines", func(_ context.Context, o *operator, _ []string) error { return o.help() }},
	}
}

// obey does what a line says. A line that begins with a seat goes to the game.
func (o *operator) obey(ctx context.Context, text string) error {
	text, _, _ = strings.Cut(text, "#")
	args := strings.Fields(text)
	if len(args) == 0 {
		return nil
	}
	all := verbs()
	if i := slices.IndexFunc(all, func(v verb) bool { return v.name == args[0] }); i >= 0 {
		return all[i].do(ctx, o, args[1:])
	}
	if o.house != nil && o.seated(ctx, args[0]) {
		return o.say(ctx, args)
	}
	return fmt.Errorf("%q is no line of an emulated table; help lists them", args[0])
}

func (o *operator) help() error {
	for _, v := range verbs() {
		fmt.Fprintf(o.out, "  %-28s %s\n", strings.TrimSpace(v.name+" "+v.takes), v.help)
	}
	if o.house != nil {
		fmt.Fprintf(o.out, "  %-28s %s\n", "SEAT COMMAND...", "tell the game something, as by phone: purple ready")
	}
	fmt.Fprintf(o.out, "  %-28s %s\n", "quit", "end it; Ctrl-D does the same")
	return nil
}

// one does something with the reader that is the only word.
func (o *operator) one(args []string, do func(string, spot) error) error {
	if len(args) != 1 {
		return fmt.Errorf("name one reader: %s", strings.Join(o.readers(), ", "))
	}
	name, s, err := o.spot(args[0], nil)
	if err != nil {
		return err
	}
	return do(name, s)
}

func (o *operator) readers() []string { return slices.Sorted(maps.Keys(o.top.spots)) }

// spot finds a reader by its name, or by the field of the seat that a card names:
// field-1 for purple discover is purple's reader for field 1.
func (o *operator) spot(name string, card []string) (string, spot, error) {
	if s := o.top.spots[name]; s != nil {
		return name, s, nil
	}
	for _, r := range o.top.rig.Readers {
		if s := o.top.spots[r.Name]; s != nil && len(r.Fields) == 1 && name == "field-"+r.Fields[0] && slices.Contains(card, r.Seat) {
			return r.Name, s, nil
		}
	}
	if len(o.top.spots) == 0 {
		return "", nil, fmt.Errorf("this rig has no reader that is emulated; virtual ones are in the browser")
	}
	return "", nil, fmt.Errorf("there is no reader %q; there is %s", name, strings.Join(o.readers(), ", "))
}

// card finds the tag of a card, or makes it and tells its name to the table.
func (o *operator) card(ctx context.Context, words []string) (*laidCard, error) {
	key := strings.Join(words, " ")
	if c := o.cards[key]; c != nil {
		return c, nil
	}
	uid, err := o.number(ctx, words)
	if err != nil {
		return nil, err
	}
	c := &laidCard{tag: picc.New(uid.Bytes()...)}
	o.cards[key] = c
	return c, nil
}

func (o *operator) number(ctx context.Context, words []string) (hw.UID, error) {
	if len(words) == 1 {
		if uid, err := hw.ParseUID(words[0]); err == nil {
			return uid, nil
		}
	}
	for _, w := range words {
		if !slices.Contains(o.words.Terms(), engine.Term(w)) {
			return hw.UID{}, fmt.Errorf("%q is no word of a card; write its words as in scripts, such as purple discover, or the number of a tag", w)
		}
	}
	for uid, known := range o.names {
		if slices.Equal(known, words) {
			return hw.ParseUID(uid)
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	uid, err := hw.NewUID([]byte{0x04, sum[0], sum[1], sum[2] &^ 0x88, sum[3], sum[4], sum[5]})
	if err != nil || o.house == nil {
		return uid, err
	}
	o.names[uid.String()] = words
	return uid, o.house.Table.Name(ctx, uid.String(), words)
}

func layCard(ctx context.Context, o *operator, args []string) error {
	name, s, err := o.target(args)
	if err != nil {
		return err
	}
	c, err := o.card(ctx, args[:len(args)-1])
	if err != nil {
		return err
	}
	if c.at != "" && c.at != name {
		o.top.spots[c.at].lift(c.tag)
	}
	s.lay(c.tag)
	if c.at = name; fleeting(s) {
		c.at = ""
	}
	return nil
}

// fleeting says whether cards are shown to a reader and do not lie there.
func fleeting(s spot) bool {
	_, typed := s.(keySpot)
	return typed
}

// target is the reader that the last word names.
func (o *operator) target(args []string) (string, spot, error) {
	if len(args) < 2 {
		return "", nil, errors.New("name a card and a reader, such as purple discover purple-1")
	}
	return o.spot(args[len(args)-1], args[:len(args)-1])
}

func copyCard(ctx context.Context, o *operator, args []string) error {
	name, s, err := o.target(args)
	if err != nil {
		return err
	}
	original, err := o.card(ctx, args[:len(args)-1])
	if err != nil {
		return err
	}
	key := "copy " + strings.Join(args[:len(args)-1], " ")
	if c := o.cards[key]; c != nil && c.at != "" {
		o.top.spots[c.at].lift(c.tag)
	}
	c := &laidCard{picc.New(original.tag.UID()...), name}
	if o.cards[key] = c; fleeting(s) {
		c.at = ""
	}
	s.lay(c.tag)
	return nil
}

func liftCard(_ context.Context, o *operator, args []string) error {
	c := o.cards[strings.Join(args, " ")]
	if c == nil || c.at == "" {
		return fmt.Errorf("%q lies nowhere; list shows what does", strings.Join(args, " "))
	}
	o.top.spots[c.at].lift(c.tag)
	c.at = ""
	return nil
}
