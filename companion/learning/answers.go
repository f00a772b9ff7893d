package learning

import (
	"errors"
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/setups"
)

// Name says which card it is; "" is the proposed one. Without a card on a reader it starts the
// questions about that card all the same.
func (l *Lesson) Name(card string) error {
	return l.answer(func() error {
		if l.current.card != nil && (!l.byHand || len(l.current.told) > 0) {
			return engine.Refuse("finish this card first, or take it back")
		}
		c, err := l.meant(card)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(l.lessons, func(other *Lesson) bool { return other.current.card == c }) {
			return engine.Refuse("somebody else is teaching that card")
		}
		d := answered{before: l.current, last: l.last, text: engine.Say("which card it is: %s", cardText(c.Words))}
		if uid := l.current.uid; uid != "" {
			if err := l.nameTag(uid, c.Words, &d); err != nil {
				return err
			}
			if l.want.Mark && l.opts.Memory != nil {
				l.ask(uid, false)
			}
			l.say(engine.Say("this is %s", cardText(c.Words)))
		}
		l.answers = append(l.answers, d)
		l.current = current{uid: l.current.uid, card: c}
		return nil
	})
}

// nameTag names a tag and reads the name back. Another tag with that name loses it.
func (l *Lesson) nameTag(uid string, words []string, d *answered) error {
	d.names = map[string][]string{uid: l.tags[uid]}
	for other, have := range l.tags {
		if other != uid && slices.Equal(have, words) {
			d.names[other] = have
			if err := l.opts.Tags.Name(other, nil); err != nil {
				return err
			}
			l.say(engine.Say("another tag was %s before; it counts no more", cardText(words)))
		}
	}
	if err := l.opts.Tags.Name(uid, words); err != nil {
		return errors.Join(err, l.reread())
	}
	if err := l.reread(); err != nil {
		return err
	}
	if !slices.Equal(l.tags[uid], words) {
		return fmt.Errorf("tag %s: %w", uid, errReadBack)
	}
	return nil
}

var errReadBack = errors.New("what was written reads back differently")

// Tell answers the question with a word for each blank. No words mean "no more" for a question with
// several answers.
func (l *Lesson) Tell(words []string) error {
	return l.answer(func() error {
		a := l.question()
		if a == nil {
			return engine.Refuse("nothing is asked now")
		}
		if len(words) == 0 {
			return l.enough(*a)
		}
		words = joined(*a, words)
		if err := unfit(*a, words); err != nil {
			return err
		}
		line, err := a.Fill(l.current.card.Printed(), words)
		if err != nil {
			return err
		}
		if slices.Contains(l.current.told, line) {
			return engine.Refuse("that has been told already")
		}
		return l.teach(*a, line, words)
	})
}

// enough ends a question with several answers.
func (l *Lesson) enough(a setups.Question) error {
	nothing := a.Nothing(l.current.card.Printed())
	switch {
	case !a.Many || len(l.current.told) == 0 && nothing == "":
		return engine.Refuse("this has to be told, or left out")
	case len(l.current.told) == 0:
		return l.teach(a, nothing, nil)
	}
	l.answers = append(l.answers, answered{before: l.current, last: l.last, text: engine.Say("that there is no more")})
	l.close(a.Name)
	return nil
}

// close marks a question as done.
func (l *Lesson) close(name string) {
	l.current.done = append(slices.Clone(l.current.done), name)
	l.current.many, l.current.told, l.current.anew = "", nil, ""
}

// teach stores an answer in place of an earlier one, and reads it back.
func (l *Lesson) teach(a setups.Question, line string, words []string) error {
	d := answered{before: l.current, last: l.last, taught: []string{line}, text: engine.Say("%s: %s: %s", cardText(l.current.card.Words), engine.Text{Format: a.Title}, answerText(words))}
	about, nothing := a.About(l.current.card.Printed()), a.Nothing(l.current.card.Printed())
	for _, f := range l.learned {
		if f != line && !slices.Contains(l.current.told, f) && (setups.Begins(f, about) || f == nothing) {
			d.lost = append(d.lost, f)
		}
	}
	if err := l.check(line, d.lost); err != nil {
		return err
	}
	if err := l.write(d.lost, d.taught); err != nil {
		return err
	}
	l.answers = append(l.answers, d)
	if !a.Many || line == nothing {
		l.close(a.Name)
		return nil
	}
	l.current.many, l.current.told = a.Name, append(slices.Clone(l.current.told), line)
	return nil
}

// write changes the store and reads it back.
func (l *Lesson) write(forget, learn []string) error {
	err := l.opts.Tags.Teach(l.opts.Offer.Game.Name, forget, learn)
	if err := errors.Join(err, l.reread()); err != nil {
		return err
	}
	kept := func(f string) bool { return slices.Contains(l.learned, f) }
	if slices.ContainsFunc(learn, func(f string) bool { return !kept(f) }) || slices.ContainsFunc(forget, func(f string) bool { return kept(f) && !slices.Contains(learn, f) }) {
		return fmt.Errorf("a fact of the box: %w", errReadBack)
	}
	return nil
}

// check asks the game whether it accepts a line, by itself and together with everything known. What
// the game lacks anyway is not the fault of the line.
func (l *Lesson) check(line string, without []string) error {
	if fact, err := l.opts.Offer.Game.Words.Parse(line); err == nil {
		if err := setups.Misfit(fact); err != nil {
			return untaken(err)
		}
	}
	known := slices.DeleteFunc(l.known(), func(f string) bool { return slices.Contains(without, f) })
	before, err := l.start(known), l.start(append(known, line))
	if err == nil || before != nil && before.Error() == err.Error() {
		return nil
	}
	return untaken(err)
}

// untaken says why the rules do not accept a line, in the reader's language.
func untaken(err error) error {
	why := engine.Say("%s", engine.Term(err.Error()))
	if no := (engine.Refusal{}); errors.As(err, &no) {
		why = no.Text
	}
	return engine.Refuse("the rules do not take that: %s", why)
}

// start returns why the game does not begin with some facts; nil if it does.
func (l *Lesson) start(lines []string) error {
	o := l.opts.Offer
	var facts []engine.Event
	for _, f := range lines {
		fact, err := o.Game.Words.Parse(f)
		if err != nil {
			return err
		}
		facts = append(facts, fact)
	}
	_, err := o.Game.New(o.Seats[:o.Counts[len(o.Counts)-1]], facts)
	return err
}

// Skip leaves out a question; if it is which card it is, it leaves out the card.
func (l *Lesson) Skip() error {
	return l.answer(func() error {
		a := l.question()
		switch {
		case a != nil && a.Name == l.current.anew: // its answer stands
			l.close(a.Name)
		case a != nil && l.byHand:
			l.later[a.About(l.current.card.Printed())] = true
			l.close(a.Name)
		case a != nil:
			l.close(a.Name)
		case l.idle():
			return engine.Refuse("nothing is asked now")
		default:
			l.current = current{}
		}
		return nil
	})
}

// Again asks again for everything printed on the present card or the last one; in a lesson by hand,
// for what was put off.
func (l *Lesson) Again() error {
	return l.answer(func() error {
		if l.byHand {
			l.later = map[string]bool{}
			return nil
		}
		c, uid := l.current.card, l.current.uid
		if c == nil {
			c, uid = l.find(l.last), ""
		}
		if c == nil {
			return engine.Refuse("no card has been learned yet")
		}
		l.current = current{uid: uid, card: c, afresh: true}
		if l.question() == nil {
			l.say(engine.Say("nothing is asked about %s", cardText(c.Words)))
		}
		return nil
	})
}

// Back takes the last answer back and asks again.
func (l *Lesson) Back() error {
	return l.answer(func() error {
		if len(l.answers) == 0 {
			return engine.Refuse("there is nothing to take back")
		}
		d := l.answers[len(l.answers)-1]
		if slices.ContainsFunc(d.taught, func(f string) bool { return !slices.Contains(l.learned, f) }) {
			l.answers = l.answers[:len(l.answers)-1]
			return engine.Refuse("somebody else has told that anew; it stays")
		}
		for uid, words := range d.names {
			if err := l.opts.Tags.Name(uid, words); err != nil {
				return err
			}
		}
		if len(d.taught)+len(d.lost) > 0 {
			if err := l.write(d.taught, d.lost); err != nil {
				return err
			}
		}
		if err := l.reread(); err != nil {
			return err
		}
		if now := l.current.uid; now != "" && now != d.before.uid && l.lying[now] != "" {
			l.queue = append([]string{now}, l.queue...)
		}
		l.queue = slices.DeleteFunc(l.queue, func(u string) bool { return u == d.before.uid })
		l.answers, l.current, l.last = l.answers[:len(l.answers)-1], d.before, d.last
		l.say(engine.Say("taken back: %s", d.text))
		return nil
	})
}

// answer runs f, one call at a time, and not during a game.
func (l *Lesson) answer(f func() error) error {
	if l.opts.Playing() {
		return engine.Refuse("a game is running; cards are learned when it is over")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	err := f()
	if err == nil {
		l.turn++
		l.settle()
		for _, other := range l.lessons {
			if other.current.card == nil {
				other.turn++ // another card may be proposed now
			}
		}
		if h := l.hand; h != nil && h != l {
			h.turn++
			h.settle()
		}
	}
	l.changed()
	return err
}

// about returns the lines about a card, for people who want to see what is known.
func (l *Lesson) about(c *setups.CardEntry) []string {
	if c == nil {
		return nil
	}
	return slices.DeleteFunc(l.known(), func(f string) bool {
		return !setups.Begins(f, "* "+c.Printed())
	})
}
