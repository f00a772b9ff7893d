package ownerpage

import "arbiter/companion/web/page"

// Settings is the page of the device's settings and everything else its owner can do.
type Settings struct {
	Program, Rig string
	Games        int
	Updated      bool // an update waits for the next start
	Playing      bool // a game is on
	May          bool // the program may be restarted from here
	Rigs         bool // there is a page for making a rig
	Tags         bool // there is a page of tags
	Restored     bool // a backup waits for the next start
	Saved        bool // the settings were saved
	Wrong        string
	Mended       string // what was done about damaged or lost files at the start
	Languages    []Pick
	Names        string
	TLS, Tailnet bool
	Calm, Speak  bool
	API, Delays  []Pick // who may look, and with how much delay
	APIOn        bool   // is on now
	Overlay      string // address of the overlay, and of the table as JSON, with all they need
	TableAPI     string
	Broker       bool   // there is a page for the MQTT broker
	BrokerWrong  string // why it is not told
	Labels       []page.Link
	Findings     []DoctorLine
}

// Broker is the page of the MQTT broker that is told what a spectator sees.
type Broker struct {
	Address, Name, User, CA string
	TLS                     bool
	Password                bool   // there is one
	Told                    string // the broker that is told now
	Trying                  bool
	Wrong, Fix              string // why it is not told, and what to do
}

// A DoctorLine is a line of the doctor's findings.
type DoctorLine struct {
	Text  string
	Fault bool
}
