package ownerpage

import "arbiter/companion/web/page"

// Settings are those of the device, and what else its owner does to it.
type Settings struct {
	Program, Rig string
	Games        int
	Updated      bool // an update waits for the next start
	Playing      bool // a game is on
	May          bool // it may be started anew from here
	Rigs         bool // there is a page on which a rig is made
	Restored     bool // a backup waits for the next start
	Saved        bool // settings were changed
	Wrong        string
	Mended       string // what was done with damaged or lost files when the program began
	Languages    []Pick
	Names        string
	TLS, Tailnet bool
	Calm, Speak  bool
	API, Delays  []Pick // who may look, and how much later
	APIOn        bool   // now
	Overlay      string // its address, and that of the table as JSON; both with what they need
	TableAPI     string
	Labels       []page.Link
	Findings     []DoctorLine
}

// A DoctorLine is one that the doctor says.
type DoctorLine struct {
	Text  string
	Fault bool
}
