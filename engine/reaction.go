package engine

// Reacts is for a state in which seats may act at the same time, none knowing what the
// others do, until the table closes the window.
type Reacts interface{ Window() Window }

// A Window is open to answers; the zero Window is none. Everybody may know all of it.
// While one is open, Legal has the answers of each asked seat that has not answered, and
// Close. An answer is a Secret, covered as nothing to everybody else until Close.
type Window struct {
	Number int     // of the game, from 1; another window has another number
	Seats  []Seat  // who is asked, in the order in which answers take effect
	About  Text    // what they answer to
	Close  Command // by Table: whoever has not answered lets it pass
	Stakes []Stake // what it means for seats if nobody answers; others lose nothing
	Wait   int     // for how many seconds the table has chosen to ask; 0: it has not; Unlimited
}

// Unlimited is the Wait of a window that no clock ends.
const Unlimited = -1

// A Stake is what a seat loses in what a Window is about.
type Stake struct {
	Seat Seat
	N    int  // in what the game counts, such as damage
	Out  bool // it puts the seat out
	Done bool // it has lost that already
}

// An Order is what a seat may tell the program to do without asking it: to let pass what
// does not reach the order's Least and does not put the seat out.
type Order struct {
	Name  string // one word
	Text  Text   // such as "let it pass, unless it takes 6 or more"
	Least int    // 0: no number is enough to be asked
	Out   bool   // what puts the seat out is asked
}

// Open reports whether the window is one.
func (w Window) Open() bool { return w.Close != nil }

// Asks reports whether a seat is asked.
func (w Window) Asks(seat Seat) bool {
	for _, s := range w.Seats {
		if s == seat {
			return true
		}
	}
	return false
}

// Passes reports whether the order lets a window pass for a seat.
func (o Order) Passes(seat Seat, w Window) bool {
	for _, s := range w.Stakes {
		if s.Seat == seat && (o.Least > 0 && s.N >= o.Least || o.Out && s.Out) {
			return false
		}
	}
	return true
}

// WindowOf is the window that is open in a state; the zero Window if none is.
func WindowOf(s State) Window {
	if r, ok := s.(Reacts); ok {
		return r.Window()
	}
	return Window{}
}
