package engine

// Reacts is implemented by a state in which seats may act at the same time, without knowing what
// the others do, until the table closes the window.
type Reacts interface{ Window() Window }

// A Window is open to answers; the zero Window means that none is open. Everybody may know all of
// it. While a window is open, Legal has Close and the answers of each asked seat that has not
// answered. An answer is a Secret, covered completely from everybody else until Close.
type Window struct {
	Number int     // in the game, from 1; no two windows have the same
	Seats  []Seat  // who is asked, in the order in which answers take effect
	About  Text    // what they react to
	Close  Command // by Table: whoever has not answered lets it pass
	Stakes []Stake // what seats lose if nobody answers; other seats lose nothing
	Wait   int     // for how many seconds the table has chosen to ask; 0 if it has not; may be Unlimited
}

// Unlimited is the Wait of a window without a time limit.
const Unlimited = -1

// A Stake is what a seat stands to lose in a Window.
type Stake struct {
	Seat Seat
	N    int  // as the game counts, such as damage
	Out  bool // it eliminates the seat
	Done bool // the seat has already lost it
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

// WindowOf returns the window that is open in a state; the zero Window if none is.
func WindowOf(s State) Window {
	if r, ok := s.(Reacts); ok {
		return r.Window()
	}
	return Window{}
}
