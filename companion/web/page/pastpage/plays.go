package pastpage

// Plays are games without a log: those that were taken in, and what a file would add.
type Plays struct {
	Paging
	Brought *Brought // nil if no file is looked at
	Taken   string   // how many were taken in just now; "" if none
	Rows    []PlayRow
}

// Brought is a file of plays before it is taken in.
type Brought struct {
	ID, File string
	Facts    []string // how many are new, known and left out
	New      int
	Perhaps  []PlayRow // which may be here already
	Names    []BroughtName
}

// A BroughtName is a player of the file; whoever brings it says what the player is called here.
type BroughtName struct {
	Field, Name string
	Same        bool   // the same name is here
	Like        string // a name here that it reads like; "" if there is none
	Here        []Labelled
}

// A PlayRow is a play in a list.
type PlayRow struct {
	ID, Title           string
	At, When            string
	Length, Place, Note string
	Players             []PlayerRow
	Won                 bool   // somebody has
	Result              string // else
	Source              string
}

// A PlayerRow is a player of a play.
type PlayerRow struct {
	Name, Score string
	Wins        bool
}
