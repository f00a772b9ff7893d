package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Lines types random lines at random positions of random games, for each setting in turn: legal
// commands with a word or two changed, and every verb with the words of its own and other fields,
// with seats that play and others, and numbers from -2^31 to 2^31. Whatever somebody sends gets an
// answer: nothing panics, no sentence and no translation of one has a hole, and what is accepted is
// what Legal lists, another way to pay for it, or a shorter form as older logs have it.
func Lines(t *testing.T, settings []Setting, lines int, seed uint64, languages []func(engine.Text) string) {
	var typed, understood atomic.Int64
	t.Run("shards", func(t *testing.T) {
		for shard := range Shards {
			t.Run(fmt.Sprint(shard), func(t *testing.T) {
				t.Parallel()
				each := lines/Shards/len(settings) + 1
				for i, set := range settings {
					n := seed + uint64(shard)
					all, some, err := Type(set, each, n, languages)
					if typed.Add(int64(all)); err != nil {
						t.Errorf("setting %d, seed %d: %v", i, n, err)
					}
					understood.Add(int64(some))
				}
			})
		}
	})
	t.Logf("%d lines, of which %d are commands", typed.Load(), understood.Load())
	if understood.Load()*20 < typed.Load() {
		t.Error("hardly any line is a command: this shows too little")
	}
}

// Type types the given number of random lines. It returns how many it typed, how many of them were
// commands, and the first one that was answered wrongly as an error.
func Type(set Setting, lines int, seed uint64, languages []func(engine.Text) string) (typed, commands int, err error) {
	r := rand.New(rand.NewPCG(seed, 17))
	k := NewKeyboard(set.Game, set.Seats, set.Facts, r)
	k.languages = languages
	for typed < lines {
		s, err := set.start()
		if err != nil {
			return typed, commands, err
		}
		for range max(set.Steps, 3000) {
			legal := s.State().Legal()
			for _, c := range some(r, legal, 8) {
				k.Learn(c)
			}
			if r.IntN(4) == 0 || len(legal) == 0 {
				n, err := k.try(s, legal, min(40, lines-typed))
				typed, commands = typed+min(40, lines-typed), commands+n
				if err != nil {
					return typed, commands, fmt.Errorf("entry %d: %w", s.Version(), err)
				}
			}
			if len(legal) == 0 || typed >= lines {
				break
			}
			e, err := s.Do(set.changing(r, s.State(), legal))
			if err != nil {
				return typed, commands, err
			}
			for _, x := range e.Events {
				k.Learn(x)
			}
		}
	}
	return typed, commands, nil
}

func (set Setting) start() (*engine.Session, error) {
	start, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		return nil, err
	}
	return engine.Resume(start, engine.NoLog{})
}

// some returns up to n elements of a list at random.
func some[T any](r *rand.Rand, list []T, n int) (all []T) {
	for range min(n, len(list)) {
		all = append(all, list[r.IntN(len(list))])
	}
	return all
}

// A Keyboard types random lines of a game. It knows the words that have occurred in lines, by verb
// and field, and by the name of the field.
type Keyboard struct {
	r     *rand.Rand
	game  engine.Game
	seats []engine.Seat
	verbs [][]string          // as Vocabulary.Verbs has them
	names map[string][]string // the names of the fields of a verb
	words map[string][]string
	known map[string]bool

	languages []func(engine.Text) string // translations of sentences
}

// NewKeyboard returns a Keyboard for a game with these seats and facts.
func NewKeyboard(game engine.Game, seats []engine.Seat, facts []engine.Event, r *rand.Rand) *Keyboard {
	k := &Keyboard{r: r, game: game, seats: seats, names: map[string][]string{}, words: map[string][]string{}, known: map[string]bool{}}
	for _, v := range game.Words.Verbs() {
		fields := strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(v))
		if k.verbs = append(k.verbs, strings.Fields(v)); fields[0] == "SEAT" {
			fields[0], fields[1] = fields[1], fields[0]
		}
		k.names[fields[0]] = fields[1:]
	}
	for _, f := range facts {
		k.Learn(f)
	}
	return k
}

// mostWords is how many words are remembered for a field.
const mostWords = 64

// Learn remembers the words of a command, an event or a fact.
func (k *Keyboard) Learn(x any) {
	words := notation.Words(x)
	verb := words[0] // or the second word, if a seat comes first
	if !k.game.Words.Knows(verb) {
		verb, words[1] = words[1], words[0]
	}
	for i, w := range words[1:] {
		for _, field := range []string{verb + " " + strconv.Itoa(i), k.names[verb][i], ""} {
			if list := k.words[field]; !k.known[field+" "+w] && len(list) < mostWords {
				k.known[field+" "+w], k.words[field] = true, append(list, w)
			}
		}
	}
}

// changing returns the next command. One that everybody has to agree to, such as switching the
// book, is more frequent than by chance.
func (set Setting) changing(r *rand.Rand, s engine.State, legal []engine.Command) engine.Command {
	if all := set.Game.Everybodys; all != nil && r.IntN(4) == 0 {
		if i := slices.IndexFunc(legal, all); i >= 0 {
			return legal[i]
		}
	}
	return set.choose(r, s, legal)
}

// try types lines in a position, both in the true state and in what a seat knows.
func (k *Keyboard) try(s *engine.Session, legal []engine.Command, lines int) (commands int, err error) {
	offered := make(map[engine.Command]bool, len(legal))
	for _, c := range legal {
		offered[c] = true
	}
	paid := paidFor(legal)
	seats := append(slices.Clone(k.seats), "")
	seen := s.Seen(seats[k.r.IntN(len(seats))])
	for range lines {
		line := k.Line(legal)
		err := contained(func() error {
			x, err := k.game.Words.Parse(line)
			if err != nil {
				return nil
			}
			c, ok := x.(engine.Command)
			if !ok {
				return k.whole(s.State(), x)
			}
			commands++
			if err := k.answered(seen, c, nil); err != nil {
				return err
			}
			return k.answered(s.State(), c, func() bool { return offered[c] || paid(c) || shortened(c, legal) })
		})
		if err != nil {
			return commands, fmt.Errorf("%q: %w", line, err)
		}
	}
	return commands, nil
}

// shortened reports whether a command is one from a list without its last word, as older logs have
// it.
func shortened(c engine.Command, legal []engine.Command) bool {
	line := notation.Format(c) + " "
	return slices.ContainsFunc(legal, func(l engine.Command) bool { return strings.HasPrefix(notation.Format(l), line) })
}

// answered checks a state's answer to a command.
func (k *Keyboard) answered(s engine.State, c engine.Command, listed func() bool) error {
	next, events, err := engine.Step(s, c)
	if err != nil {
		var no engine.Refusal
		if !errors.As(err, &no) {
			return holed(err.Error())
		}
		return k.said(no.Text)
	}
	if err := k.said(k.game.TellIn(s, c)); err != nil {
		return err
	}
	if listed != nil && !listed() {
		return fmt.Errorf("it is accepted, and not listed")
	}
	for _, e := range events {
		if err := cmp.Or(k.said(k.game.TellIn(s, e)), k.whole(s, e)); err != nil {
			return err
		}
		s = s.Apply(e)
	}
	next.View()
	return nil
}

// whole checks what a state says about an event, and what comes of it.
func (k *Keyboard) whole(s engine.State, e engine.Event) error {
	why := s.Why(e)
	s.Apply(e).View()
	err := cmp.Or(k.said(why.Rule), k.said(why.Source))
	for _, a := range slices.Concat(why.Addends, why.Compares) {
		err = cmp.Or(err, k.said(a.Name))
	}
	return err
}

// said checks a sentence in each language. An empty text is fine.
func (k *Keyboard) said(t engine.Text) error {
	if t.IsZero() {
		return nil
	}
	err := holed(t.String())
	for _, say := range k.languages {
		err = cmp.Or(err, holed(say(t)))
	}
	return err
}

// holes are what a sentence contains if something is missing from it.
var holes = []string{"%!", "  ", "„“", "“”", "«»", "()", " .", " ,", " :", "{", "|", "}"}

// holed returns an error if a sentence has a hole.
func holed(sentence string) error {
	if sentence == "" || strings.Trim(sentence, " ") != sentence || slices.ContainsFunc(holes, func(h string) bool { return strings.Contains(sentence, h) }) {
		return fmt.Errorf("the answer has a hole: %q", sentence)
	}
	return nil
}

// contained turns a panic into an error.
func contained(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	return f()
}

// Line returns a random line; half of the lines are legal commands with a word or two changed.
func (k *Keyboard) Line(legal []engine.Command) string {
	if len(legal) > 0 && k.r.IntN(2) == 0 {
		return k.like(legal[k.r.IntN(len(legal))])
	}
	fields := k.verb()
	verb := fields[0]
	seated := verb == "SEAT"
	if seated {
		verb = fields[1]
		fields = fields[1:]
	}
	fields = fields[1:]
	var words []string
	if seated {
		words = append(words, k.seat())
	}
	words = append(words, verb)
	for i, f := range fields {
		if strings.HasPrefix(f, "[") && k.r.IntN(3) == 0 {
			break
		}
		at := i
		if seated {
			at++
		}
		words = append(words, k.word(verb, at))
	}
	return strings.Join(words, " ")
}

// like returns the line of a command with one or two words changed.
func (k *Keyboard) like(c engine.Command) string {
	words := notation.Words(c)
	verb, first := words[0], 0 // the first field after a seat and the verb
	if !k.game.Words.Knows(verb) {
		verb, first = words[1], 1
	}
	for range 1 + k.r.IntN(2) {
		switch at := k.r.IntN(len(words)); {
		case at > first:
			words[at] = k.word(verb, at-1)
		case at < first:
			words[at] = k.seat()
		}
	}
	return strings.Join(words, " ")
}

// verb returns a random verb with its fields, mostly that of a command.
func (k *Keyboard) verb() []string {
	for {
		fields := k.verbs[k.r.IntN(len(k.verbs))]
		if fields[0] == "SEAT" || k.r.IntN(24) == 0 {
			return fields
		}
	}
}

// seat returns somebody who plays, the table, or somebody who does not play.
func (k *Keyboard) seat() string {
	switch k.r.IntN(8) {
	case 0:
		return string(engine.Table)
	case 1:
		return []string{"automa", "robot", "nobody", "purple", "white", "kit", "ana"}[k.r.IntN(7)]
	case 2:
		if list := k.words[""]; len(list) > 0 {
			return list[k.r.IntN(len(list))]
		}
	}
	return string(k.seats[k.r.IntN(len(k.seats))])
}

// word returns a word for a field: mostly one that has occurred there, or else a number, a seat, or
// any word.
func (k *Keyboard) word(verb string, field int) string {
	there, alike := k.words[verb+" "+strconv.Itoa(field)], k.words[k.names[verb][field]]
	if len(there) == 0 || k.r.IntN(6) == 0 && len(alike) > 0 {
		there = alike
	}
	numbers := len(there) == 0 || strings.Trim(there[0], "-0123456789") == ""
	switch n := k.r.IntN(16); {
	case n < 10 && len(there) > 0:
		return there[k.r.IntN(len(there))]
	case n < 14 && numbers:
		return k.number()
	case n < 13 && len(there) > 0:
		return there[k.r.IntN(len(there))]
	case n == 14:
		return k.seat()
	case n == 15 && k.r.IntN(2) == 0:
		return notation.None
	}
	if list := k.words[""]; len(list) > 0 {
		return list[k.r.IntN(len(list))]
	}
	return k.number()
}

// number returns a small number, one at the limits of a type, or any from -2^31 to 2^31.
func (k *Keyboard) number() string {
	const most = 1 << 31
	switch k.r.IntN(4) {
	case 0:
		return strconv.Itoa(k.r.IntN(most*2+1) - most)
	case 1:
		bounds := []int{-most, -1 << 15, -1<<15 - 1, -129, -128, -1, 127, 128, 254, 255, 256, 257, 383, 384, 1<<15 - 1, 1 << 15, 1<<16 - 1, 1 << 16, most - 1, most}
		return strconv.Itoa(bounds[k.r.IntN(len(bounds))])
	case 2:
		return strconv.Itoa(k.r.IntN(1 << 16))
	}
	return strconv.Itoa(k.r.IntN(24) - 2)
}
