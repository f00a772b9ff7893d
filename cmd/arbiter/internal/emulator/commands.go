package emulator

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
)

// A Console does to an emulated table what people do to a real one, as commanded by lines of words.
type Console struct {
	Top    *Emulator
	Out    io.Writer
	App    *app.App // nil: another program has the readers
	Lang   string
	Words  *words.Catalogue
	Names  map[string][]string // of tags that have one, by UID
	Cards  map[string]*LaidCard
	Broken map[string][]string // the faults of a slot, by name

	patience time.Duration // until it gives up waiting

	mu      sync.Mutex
	notices []string // present ones, as printed
	printed progress // as printed last
}

// progress is how far a game has come.
type progress struct {
	game    string
	entries int
}

// A LaidCard is a card with its tag.
type LaidCard struct {
	tag *picc.Tag
	At  string // the reader that it lies on; "" if none
}

// A lineCommand is a line that a Console understands.
type lineCommand struct {
	name, takes, help string
	do                func(context.Context, *Console, []string) error
}

// verbs returns the commands in the order of the help.
func verbs() []lineCommand {
	return []lineCommand{
		{"lay", "CARD... READER", "lay a card, as in: lay purple discover purple-1; or a tag by its number: lay 04A2241B5C6D80 purple-1", layCard},
		{"copy", "CARD... READER", "lay a second tag with the same number", copyCard},
		{"lift", "CARD...", "take a card off the reader that it lies on", liftCard},
		{"unplug", "READER", "pull the cable of a reader", func(_ context.Context, o *Console, args []string) error {
			return o.one(args, func(_ string, s Slot) error { return s.Unplug() })
		}},
		{"plug", "READER", "put it back", func(_ context.Context, o *Console, args []string) error {
			return o.one(args, func(_ string, s Slot) error { return errors.Join(s.Unplug(), s.Plug()) })
		}},
		{"fault", "READER FAULT [VALUE]", "let something go wrong at a reader or panel; faults READER lists what can", breakSpot},
		{"mend", "READER", "end all faults of a reader or panel", mendSpot},
		{"faults", "READER", "list what can go wrong at a reader or panel", listFaults},
		{"press", "[SEAT] BUTTON", "press a button for a tenth of a second", pressButton},
		{"picture", "PANEL FILE", "write what is seen on a panel into a file, as a PNG", takePicture},
		{"times", "FILE", "write into a file at which times (in ns since 1970) readers first had an answer of a card, and transfers to panels began", writeTimes},
		{"roll", "SIDE...", "tell what dice show, one after the other, as in: roll g g orb fragment c", tellRoll},
		{"start", "GAME [BOX] SEAT...", "start a game, as in: start council-of-shadows purple green; with the own box: start council-of-shadows rulebook purple green", startGame},
		{"answer", "WORD...", "tell what is printed where the game asks for it, as in: answer 3; answer colonize 2 desert 3 green", answer},
		{"wait", "[SECONDS | for WORDS]", "wait some seconds, until a notice has the words, or until each reader has told what lies on it", waitFor},
		{"list", "", "list the readers and what lies there", listSpots},
		{"help", "", "list these lines", func(_ context.Context, o *Console, _ []string) error { return o.help() }},
	}
}

// Obey carries out a line. A line that begins with a seat goes to the game.
func (o *Console) Obey(ctx context.Context, text string) error {
	text, _, _ = strings.Cut(text, "#")
	args := strings.Fields(text)
	if len(args) == 0 {
		return nil
	}
	all := verbs()
	if i := slices.IndexFunc(all, func(v lineCommand) bool { return v.name == args[0] }); i >= 0 {
		return all[i].do(ctx, o, args[1:])
	}
	if o.App != nil && o.seated(ctx, args[0]) {
		return o.say(ctx, args)
	}
	return fmt.Errorf("%q is no line of an emulated table; help lists them", args[0])
}

func (o *Console) help() error {
	for _, v := range verbs() {
		fmt.Fprintf(o.Out, "  %-28s %s\n", strings.TrimSpace(v.name+" "+v.takes), v.help)
	}
	if o.App != nil {
		fmt.Fprintf(o.Out, "  %-28s %s\n", "SEAT COMMAND...", "tell the game something, as by phone: purple ready")
	}
	fmt.Fprintf(o.Out, "  %-28s %s\n", "quit", "end it; Ctrl-D does the same")
	return nil
}

// one applies do to the reader named by the only word.
func (o *Console) one(args []string, do func(string, Slot) error) error {
	if len(args) != 1 {
		return fmt.Errorf("name one reader: %s", strings.Join(o.readers(), ", "))
	}
	name, s, err := o.slot(args[0], nil)
	if err != nil {
		return err
	}
	return do(name, s)
}

func (o *Console) readers() []string { return slices.Sorted(maps.Keys(o.Top.Slots)) }

// slot finds a reader by its name, or by the field of the seat that a card names: field-1 for
// purple discover is purple's reader for field 1.
func (o *Console) slot(name string, card []string) (string, Slot, error) {
	if s := o.Top.Slots[name]; s != nil {
		return name, s, nil
	}
	for _, r := range o.Top.Rig.Readers {
		if s := o.Top.Slots[r.Name]; s != nil && len(r.Fields) == 1 && name == "field-"+r.Fields[0] && slices.Contains(card, r.Seat) {
			return r.Name, s, nil
		}
	}
	if len(o.Top.Slots) == 0 {
		return "", nil, fmt.Errorf("this rig has no reader that is emulated; virtual ones are in the browser")
	}
	return "", nil, fmt.Errorf("there is no reader %q; there is %s", name, strings.Join(o.readers(), ", "))
}

// card finds the tag of a card, or makes one and tells its name to the table.
func (o *Console) card(ctx context.Context, words []string) (*LaidCard, error) {
	key := strings.Join(words, " ")
	if c := o.Cards[key]; c != nil {
		return c, nil
	}
	uid, err := o.number(ctx, words)
	if err != nil {
		return nil, err
	}
	c := &LaidCard{tag: picc.New(uid.Bytes()...)}
	o.Cards[key] = c
	return c, nil
}

func (o *Console) number(ctx context.Context, words []string) (hw.UID, error) {
	if len(words) == 1 {
		if uid, err := hw.ParseUID(words[0]); err == nil {
			return uid, nil
		}
	}
	for _, w := range words {
		if !slices.Contains(o.Words.Terms(), engine.Term(w)) {
			return hw.UID{}, fmt.Errorf("%q is no word of a card; write its words as in scripts, such as purple discover, or the number of a tag", w)
		}
	}
	for uid, known := range o.Names {
		if slices.Equal(known, words) {
			return hw.ParseUID(uid)
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	uid, err := hw.NewUID([]byte{0x04, sum[0], sum[1], sum[2] &^ 0x88, sum[3], sum[4], sum[5]})
	if err != nil || o.App == nil {
		return uid, err
	}
	o.Names[uid.String()] = words
	return uid, o.App.Table.Name(ctx, uid.String(), words)
}

func layCard(ctx context.Context, o *Console, args []string) error {
	name, s, err := o.target(args)
	if err != nil {
		return err
	}
	c, err := o.card(ctx, args[:len(args)-1])
	if err != nil {
		return err
	}
	if c.At != "" && c.At != name {
		o.Top.Slots[c.At].Lift(c.tag)
	}
	s.Lay(c.tag)
	if c.At = name; fleeting(s) {
		c.At = ""
	}
	return nil
}

// fleeting reports whether cards are only shown to a reader and do not lie there.
func fleeting(s Slot) bool {
	_, typed := s.(keySlot)
	return typed
}

// target returns the reader that the last word names.
func (o *Console) target(args []string) (string, Slot, error) {
	if len(args) < 2 {
		return "", nil, errors.New("name a card and a reader, such as purple discover purple-1")
	}
	return o.slot(args[len(args)-1], args[:len(args)-1])
}

func copyCard(ctx context.Context, o *Console, args []string) error {
	name, s, err := o.target(args)
	if err != nil {
		return err
	}
	original, err := o.card(ctx, args[:len(args)-1])
	if err != nil {
		return err
	}
	key := "copy " + strings.Join(args[:len(args)-1], " ")
	if c := o.Cards[key]; c != nil && c.At != "" {
		o.Top.Slots[c.At].Lift(c.tag)
	}
	c := &LaidCard{picc.New(original.tag.UID()...), name}
	if o.Cards[key] = c; fleeting(s) {
		c.At = ""
	}
	s.Lay(c.tag)
	return nil
}

func liftCard(_ context.Context, o *Console, args []string) error {
	c := o.Cards[strings.Join(args, " ")]
	if c == nil || c.At == "" {
		return fmt.Errorf("%q lies nowhere; list shows what does", strings.Join(args, " "))
	}
	o.Top.Slots[c.At].Lift(c.tag)
	c.At = ""
	return nil
}

// host runs a service for as long as there are lines.
func (o *Console) host(ctx context.Context, e *service.Service, listener net.Listener, in io.Reader) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- e.Run(ctx, listener) }()
	telling := make(chan error, 1)
	go func() { telling <- o.report(ctx) }()
	err := o.listen(ctx, in)
	_ = o.until(ctx, "not everything was printed", func() bool { return o.reported(ctx) }) // it ends in any case
	stop()
	return errors.Join(err, <-ended, <-telling)
}

// listen carries out lines until there are no more or ctx ends. A line that fails is reported, and
// the next one is read.
func (o *Console) listen(ctx context.Context, in io.Reader) error {
	lines := make(chan string)
	go func() { // ends with the program if nobody types any more
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	var failed error
	for {
		select {
		case <-ctx.Done():
			return failed
		case text, ok := <-lines:
			if !ok || strings.TrimSpace(text) == "quit" {
				return failed
			}
			if err := o.Obey(ctx, text); err != nil && ctx.Err() == nil {
				fmt.Fprintf(o.Out, "%s: %v\n", strings.TrimSpace(text), err)
				failed = errLines
			}
		}
	}
}
