package owner

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"arbiter/companion/learning"
	"arbiter/companion/web/content"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// learn carries out a form of the lesson. Fields of the form: do, which is name, tell, enough,
// skip, back, again, want, separate or join; game, reader and turn, which say where it was sent
// from.
func (s *Pages) learn(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	l, err := s.Opts.Owner.Lessons.Lesson(r.PostFormValue("game"))
	if err != nil {
		return site.Outcome{}, fmt.Errorf("%w: %w", site.ErrMalformed, err)
	}
	switch at := r.PostFormValue("at"); r.PostFormValue("do") {
	case "separate":
		return site.Outcome{Go: lessonPath(l.Game().Name, at)}, l.Separate(at)
	case "join":
		l.Join(at)
		return site.Outcome{Go: lessonPath(l.Game().Name, "")}, nil
	}
	l, found := l.At(r.PostFormValue("reader"))
	if !found {
		return site.Outcome{}, errMovedOn
	}
	return s.taught(l, r)
}

// told carries out a form of the page /box, which has the same fields and asks for what games lack.
func (s *Pages) told(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	l, err := s.Opts.Owner.Lessons.Lesson(r.PostFormValue("game"))
	switch act := r.PostFormValue("do"); {
	case err != nil:
		return site.Outcome{}, fmt.Errorf("%w: %w", site.ErrMalformed, err)
	case !slices.Contains([]string{"name", "tell", "enough", "skip", "back", "again"}, act):
		return site.Outcome{}, fmt.Errorf("%w: what is lacking is told, and no more: %q", site.ErrMalformed, act)
	}
	return s.taught(l.ByHand(), r)
}

// correct asks anew what was told, or withdraws the answer that is asked about. Fields of the form:
// game, and card and question or else withdraw and turn.
func (s *Pages) correct(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	l, err := s.Opts.Owner.Lessons.Lesson(r.PostFormValue("game"))
	if err != nil {
		return site.Outcome{}, fmt.Errorf("%w: %w", site.ErrMalformed, err)
	}
	to := site.Outcome{Go: boxPath(l.Game().Name)}
	switch l = l.ByHand(); {
	case r.PostFormValue("withdraw") == "":
		return to, l.Correct(r.PostFormValue("card"), r.PostFormValue("question"))
	case r.PostFormValue("turn") != fmt.Sprint(l.View().Turn):
		return site.Outcome{}, errMovedOn
	}
	return to, l.Withdraw()
}

var errMovedOn = engine.Refuse("the lesson has moved on meanwhile; look again")

// taught does to a lesson what a form asks for.
func (s *Pages) taught(l *learning.Lesson, r *http.Request) (_ site.Outcome, err error) {
	slate, act := l.View(), r.PostFormValue("do")
	if timely := act == "back" || act == "again" || act == "want"; !timely && r.PostFormValue("turn") != fmt.Sprint(slate.Turn) {
		return site.Outcome{}, errMovedOn
	}
	switch act {
	case "name":
		err = l.Name(r.PostFormValue("card"))
	case "tell":
		err = tellSlots(l, slate, r)
	case "enough":
		err = l.Tell(nil)
	case "skip":
		err = l.Skip()
	case "back":
		err = l.Back()
	case "again":
		err = l.Again()
	case "want":
		l.Want(wanted(r))
	default:
		err = fmt.Errorf("%w: the lesson does not know %q", site.ErrMalformed, act)
	}
	return site.Outcome{Version: l.View().Version}, err
}

// lessonPath returns the address of a lesson: for a single reader, or for all.
func lessonPath(game, reader string) string {
	at := url.Values{"game": {game}}
	if reader != "" {
		at.Set("reader", reader)
	}
	return "/learn?" + at.Encode()
}

// boxPath returns the address where what games lack is entered by hand.
func boxPath(game string) string { return "/box?" + url.Values{"game": {game}}.Encode() }

// tellSlots answers with the field words, or else with the values of w0, w1 and so on. Numbers that
// belong together are sent one by one.
func tellSlots(l *learning.Lesson, slate learning.View, r *http.Request) error {
	if slate.Question == nil {
		return errMovedOn
	}
	words := strings.Fields(r.PostFormValue("words"))
	if len(words) > 0 {
		return l.Tell(words)
	}
	for i := range slate.Question.Blanks {
		said, between := r.PostForm[fmt.Sprintf("w%d", i)], "/"
		if slate.Question.Blanks[i].Several > 0 {
			said, between = slices.DeleteFunc(slices.Clone(said), func(w string) bool { return w == "" }), "+"
		}
		words = append(words, strings.Join(said, between))
	}
	return l.Tell(words)
}

func wanted(r *http.Request) learning.Wanted {
	w := learning.Wanted{With: r.PostForm["with"], Mark: r.PostFormValue("mark") != "", Genuine: r.PostFormValue("genuine") != ""}
	if pile := r.PostFormValue("pile"); pile != "" {
		w.Piles = []string{pile}
	}
	return w
}

// A lessonPart is what the page shows of a lesson.
type lessonPart struct {
	learning.View
	Game, Title string
	Asked       string // the card and the question
	Slots       []slot
	Buttons     []content.Option // answers that need one tap; empty if there are too many
	Usual       []content.Option // common answers to a question with several blanks
	Cards       []group
	Piles       []pileProgress
	Rest        []content.Option // other games
	Told        []learning.ToldPile
	Owns        bool // the viewer is the owner, who may change what was told
	Listed      bool // there is a page of all tags
	asks        bool
	say         func(engine.Text) string
}

// A slot is a word of an answer. It starts empty or at 0, so that what is told was read off the
// card.
type slot struct {
	ID, Name, Title string
	Options         []content.Option // empty: numbers
	Parts           []content.Option // an id and a title for each number
	Least, Most     int
	Letters         int      // the length of a text
	More            []string // ids of further choices among the Options
}

// Nought reports whether a number starts at 0.
func (x slot) Nought() bool { return x.Least <= 0 && x.Most >= 0 }

// A group is a pile of cards to choose from.
type group struct {
	Title string
	Cards []content.Option
}

// A pileProgress is a pile and how much of it has been learned.
type pileProgress struct {
	learning.Progress
	Title  string
	Chosen bool
}

// Path returns the address of the lesson.
func (l lessonPart) Path() string {
	if l.ByHand {
		return boxPath(l.Game)
	}
	return lessonPath(l.Game, l.Reader)
}

// Lacking reports whether games may need values of this box before they can begin.
func (l lessonPart) Lacking() bool { return l.asks }

// Action returns the address of its forms.
func (l lessonPart) Action() string {
	if l.ByHand {
		return "/box"
	}
	return "/learn"
}

// Say is for the templates: it translates sentences that the lesson has composed.
func (l lessonPart) Say(t engine.Text) string { return l.say(t) }

// Known returns how many cards have been learned.
func (l lessonPart) Known() (n int) {
	for _, p := range l.Piles {
		n += p.Learned
	}
	return n
}

// Whole returns how many cards there are.
func (l lessonPart) Whole() (n int) {
	for _, p := range l.Piles {
		n += p.Cards
	}
	return n
}

// Recent returns the latest events, newest first.
func (l lessonPart) Recent() []engine.Text {
	news := slices.Clone(l.View.News)
	slices.Reverse(news)
	return news
}

// Limits for numbers that get a button each.
const (
	fewest, most = -6, 17
)

func (s *Pages) lessonOf(l *learning.Lesson, say func(engine.Text) string) lessonPart {
	game := l.Game()
	p := lessonPart{View: l.View(), Game: game.Name, Title: say(game.Called()), Listed: s.Opts.Owner.Tags != nil, asks: game.Lacking != nil, say: say}
	if q := p.Question; q != nil {
		p.Asked = say(p.Card) + ": " + say(q.Title)
		for i, b := range q.Blanks {
			p.Slots = append(p.Slots, p.slot(i, b))
		}
		p.Buttons = buttons(p.Slots)
		for _, a := range q.Usual {
			p.Usual = append(p.Usual, content.Option{Value: strings.Join(a.Words, " "), Label: say(a.Text)})
		}
	}
	for _, pile := range p.View.Piles {
		p.Piles = append(p.Piles, pileProgress{pile, say(pile.Title), slices.Contains(p.Wanted.Piles, pile.Name)})
		if p.ByHand {
			continue
		}
		g := group{Title: say(pile.Title)}
		for _, words := range l.Cards(pile.Name) {
			g.Cards = append(g.Cards, content.Option{Value: strings.Join(words, " "), Label: p.card(words)})
		}
		p.Cards = append(p.Cards, g)
	}
	for _, o := range s.Table.Offers() {
		if !p.ByHand && o.Game.Name != game.Name {
			p.Rest = append(p.Rest, content.Option{Value: o.Game.Name, Label: say(o.Game.Called())})
		}
	}
	return p
}

// card returns how people read the words of a tag.
func (l lessonPart) card(words []string) string {
	label := l.say(engine.Say("%s", engine.Term(words[len(words)-1])))
	if len(words) > 1 {
		label += " · " + l.say(engine.Say("%s", engine.Seat(words[0])))
	}
	return label
}

func (l lessonPart) slot(i int, b learning.Blank) slot {
	x := slot{
		ID: fmt.Sprintf("w%d-%d", i, l.Turn), Name: fmt.Sprintf("w%d", i), Title: l.say(b.Title),
		Least: b.Least, Most: b.Most, Letters: b.Letters,
	}
	for _, w := range b.Words {
		label := w
		if w != "-" {
			label = l.say(engine.Say("%s", engine.Term(w)))
		}
		x.Options = append(x.Options, content.Option{Value: w, Label: label})
	}
	for n := 1; n < min(b.Several, mostChoices); n++ {
		x.More = append(x.More, fmt.Sprintf("%s-more-%d", x.ID, n))
	}
	titles := strings.Split(x.Title, ", ")
	for part := range b.Parts {
		x.Parts = append(x.Parts, content.Option{Value: fmt.Sprintf("%s-%d", x.ID, part), Label: titles[min(part, len(titles)-1)]})
	}
	return x
}

// mostChoices is how many fields are side by side on the page; more have to be typed in the
// terminal.
const mostChoices = 4

// buttons returns the answers to a question with one blank, if there is room for them.
func buttons(slots []slot) []content.Option {
	if len(slots) != 1 || len(slots[0].More) > 0 || len(slots[0].Parts) > 0 || slots[0].Letters > 0 {
		return nil
	}
	if len(slots[0].Options) > 0 {
		return slots[0].Options
	}
	var all []content.Option
	for n := max(slots[0].Least, fewest); n <= min(slots[0].Most, most); n++ {
		all = append(all, content.Option{Value: fmt.Sprint(n), Label: strings.Replace(fmt.Sprint(n), "-", "−", 1)})
	}
	return all
}

// Complete reports whether the buttons are all possible answers.
func (l lessonPart) Complete() bool {
	return len(l.Slots) == 1 && (len(l.Slots[0].Options) > 0 || len(l.Buttons) > l.Slots[0].Most-l.Slots[0].Least)
}

// On reports whether an option is wanted.
func (l lessonPart) On(name string) bool { return slices.Contains(l.Wanted.With, name) }
