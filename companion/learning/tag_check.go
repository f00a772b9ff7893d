package learning

import (
	"context"
	"errors"
	"time"

	"arbiter/engine"
	"arbiter/engine/contain"
	"arbiter/hw"
)

// ErrNoMemory is returned for a reader that cannot access the memory of tags.
var ErrNoMemory = errors.New("the reader reaches no memory of tags")

// ask examines a tag in the background; the lesson goes on, whatever comes of it.
func (l *Lesson) ask(uid string, came bool) {
	l.jobs.Go(func() {
		err := contain.Do(func() { l.examine(uid, came) })
		if err == nil {
			return
		}
		contain.Report(l.opts.Logger, err, "asking a tag")
		l.mu.Lock()
		defer l.mu.Unlock()
		l.say(engine.Say("a fault in the program: the tag was not asked what it says, and the lesson goes on; the device's log says more"))
		l.changed()
	})
}

// examine reads what a tag says of itself, when it arrives and when it gets its name, and gives it
// a token if that is wanted. The result is only a hint: a card without a token, or by another
// maker, plays like any other.
func (l *Lesson) examine(uid string, came bool) {
	l.asking.Lock()
	defer l.asking.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), memoryPatience)
	defer cancel()
	l.mu.Lock()
	x := memoryCheck{memory: l.opts.Memory, tags: l.opts.Tags, want: l.want, reader: l.lying[uid], words: l.tags[uid]}
	l.mu.Unlock()
	card, err := hw.ParseUID(uid)
	if err != nil {
		return
	}
	x.card = card
	if x.reader == "" {
		x.memory = removedTag{}
	}
	if came && x.want.Genuine {
		x.maker(ctx)
	}
	x.token(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, text := range x.news {
		l.say(text)
	}
	l.changed()
}

// removedTag is the memory of a tag that lies on no reader.
type removedTag struct{}

func (removedTag) Token(context.Context, string, hw.UID) (string, error) { return "", hw.ErrNoCard }
func (removedTag) Mark(context.Context, string, hw.UID) (string, error)  { return "", hw.ErrNoCard }
func (removedTag) Genuine(context.Context, string, hw.UID) (bool, error) { return false, hw.ErrNoCard }

// A memoryCheck is one examination of the memory of a tag.
type memoryCheck struct {
	memory TagMemory
	tags   TagStore
	want   Wanted
	reader string
	card   hw.UID
	words  []string // nil if it has no name
	news   []engine.Text
}

func (x *memoryCheck) say(text engine.Text) { x.news = append(x.news, text) }

// maker says who made the tag.
func (x *memoryCheck) maker(ctx context.Context) {
	genuine, err := tried(ctx, func() (bool, error) { return x.memory.Genuine(ctx, x.reader, x.card) })
	switch {
	case err != nil:
		x.say(engine.Say("nobody knows who made the tag %s: %s", engine.Term(x.card.String()), reason(err)))
	case genuine:
		x.say(engine.Say("NXP signed the tag %s", engine.Term(x.card.String())))
	default:
		x.say(engine.Say("NXP did not sign the tag %s: it may be a clone, and works all the same", engine.Term(x.card.String())))
	}
}

// token compares the token of the tag with the stored one, and writes one if that is wanted and the
// tag has a name.
func (x *memoryCheck) token(ctx context.Context) {
	kept, err := x.tags.Tokens()
	if err != nil {
		x.say(engine.Say("the tokens cannot be read; check the memory card"))
		return
	}
	marks := x.want.Mark && x.words != nil
	if !marks && len(kept) == 0 {
		return
	}
	token, err := tried(ctx, func() (string, error) { return x.memory.Token(ctx, x.reader, x.card) })
	if err == nil {
		if text := Suspicion(x.card, token, kept); !text.IsZero() {
			x.say(text)
			return
		}
		if !marks || kept[token] == x.card.String() {
			return
		}
		token, err = tried(ctx, func() (string, error) { return x.memory.Mark(ctx, x.reader, x.card) })
	}
	switch {
	case !marks:
		return // no token is wanted, so it does not matter
	case err == nil:
		x.keep(token)
	default:
		x.failed(err)
	}
}

// failed says that a tag got no token, and to lay it there again if that can help.
func (x *memoryCheck) failed(err error) {
	if errors.Is(err, hw.ErrNoCard) || errors.Is(err, hw.ErrNoReader) || errors.Is(err, hw.ErrUnreadable) || errors.Is(err, hw.ErrIO) {
		x.say(engine.Say("%s got no token: %s; lay it there again", cardText(x.words), reason(err)))
		return
	}
	x.say(engine.Say("%s got no token: %s", cardText(x.words), reason(err)))
}

// tried retries a tag that was not understood: it may have lain at the edge, or the reader was
// busy.
func tried[T any](ctx context.Context, ask func() (T, error)) (answer T, err error) {
	for n := range tries {
		if answer, err = ask(); !errors.Is(err, hw.ErrUnreadable) && !errors.Is(err, hw.ErrNoReader) && !errors.Is(err, hw.ErrIO) {
			break
		}
		select {
		case <-time.After(time.Duration(n+1) * pause):
		case <-ctx.Done():
			return answer, err
		}
	}
	return answer, err
}

// How often a tag is asked, and the pause in between.
const (
	tries = 4
	pause = 100 * time.Millisecond
)

// keep stores a token that has been read back from the tag.
func (x *memoryCheck) keep(token string) {
	owner, err := x.tags.KeepToken(token, x.card.String())
	switch {
	case err != nil:
		x.failed(err)
	case owner != "":
		x.say(Suspicion(x.card, token, map[string]string{token: owner}))
	default:
		x.say(engine.Say("%s has a token", cardText(x.words)))
	}
}

// Suspicion returns why a tag with a token, "" if it has none, may be a copy, given the UIDs of
// tags by the tokens that they got; the zero Text if nothing is wrong.
func Suspicion(card hw.UID, token string, kept map[string]string) engine.Text {
	uid := engine.Term(card.String())
	if owner := kept[token]; token != "" && owner != "" && owner != card.String() {
		return engine.Say("the tag %s is a copy: it holds the token of the tag %s", uid, engine.Term(owner))
	}
	for other, owner := range kept {
		if owner == card.String() && other != token {
			return engine.Say("the tag %s does not hold its token: it may be a copy with the same number", uid)
		}
	}
	return engine.Text{}
}

// reason explains trouble with a tag to people.
func reason(err error) engine.Text {
	var refusal engine.Refusal
	switch {
	case errors.As(err, &refusal):
		return refusal.Text
	case errors.Is(err, ErrNoMemory):
		return engine.Say("this reader reaches no memory of tags")
	case errors.Is(err, hw.ErrNoCard):
		return engine.Say("the card was lifted too early")
	case errors.Is(err, hw.ErrNoReader):
		return engine.Say("the reader does not answer")
	case errors.Is(err, hw.ErrRefused):
		return engine.Say("the tag refuses; it may be locked")
	}
	return engine.Say("the tag cannot be read well; lay the card flat on the reader")
}
