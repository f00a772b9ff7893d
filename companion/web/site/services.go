package site

import (
	"context"
	"errors"
	"io"
	"time"

	"arbiter/companion"
	"arbiter/companion/assembly"
	"arbiter/companion/clock"
	"arbiter/companion/coach"
	"arbiter/companion/history"
	"arbiter/companion/learning"
	"arbiter/companion/mqtt"
	"arbiter/companion/outbox"
	"arbiter/companion/record"
	"arbiter/companion/web/content"
	"arbiter/engine"
	"arbiter/setups"
)

// A Coach judges games that are over, while nobody plays; *coach.Queue is one.
type Coach interface {
	// Judged reports whether it judges games of these rules.
	Judged(game string) bool
	// Report returns what is known of a game; false if it is yet to be judged, which the call then
	// asks for.
	Report(id string, g coach.Game) (coach.Report, bool)
	// Chances returns each seat's chance to win from a position of a game that is over, from 0 to
	// 1, in the order of Setup.Seats; nil if unknown.
	Chances(game string, s engine.State, seats []engine.Seat) []float64
}

// A Hinter returns the best of the commands that the seat of a snapshot may give; false if it
// cannot tell.
type Hinter func(context.Context, companion.Snapshot) (companion.LegalCommand, bool)

// A Face is the name and picture that the owner has given a card.
type Face struct {
	Name    string // "" is the game's own name
	Picture string // key for Faces.Picture; "" if none
}

// Faces are kept for this device only, beside the box.
type Faces interface {
	// Face returns the face of a card, named as by engine.Card.
	Face(game, card string) Face
	Name(game, card, name string) error
	Show(game, card string, picture []byte) error
	// Picture returns a JPEG; the error is fs.ErrNotExist if no card has it.
	Picture(picture string) ([]byte, error)
}

// Address returns the path of the picture, which does not reveal the card.
func (f Face) Address() string {
	if f.Picture == "" {
		return ""
	}
	return "/faces/" + f.Picture
}

// A History stores past games.
type History interface {
	// Find returns the games that match a search, newest first, and how many match in all; the
	// running game may be among them. A *history.Damage comes together with the sound games.
	Find(history.Search) (games []history.Summary, found int, err error)
	// Summary returns one game; the error is fs.ErrNotExist if there is none.
	Summary(id string) (history.Summary, error)
	// Saved returns what was played in a game.
	Saved(id string) (history.Saved, error)
	// Times returns when the entries of a game were written, the setup first. They are labels.
	Times(id string) ([]time.Time, error)
}

// Clocks tells what is stored of the clocks of games.
type Clocks interface {
	Clock(game string) clock.Kept
}

// Lessons teaches Arbiter the cards of a box.
type Lessons interface {
	// Lesson returns the lesson for a game, "" being the usual one. For some minutes from now on it
	// gets the cards on the readers.
	Lesson(game string) (*learning.Lesson, error)
}

// Tags are the tags that have names. Both refuse while a game can go on: a number would tell a
// card that lies face down.
type Tags interface {
	List() ([]history.Tag, error)
	// Change names tags, or removes the names of those without words: all of them or none.
	Change(ctx context.Context, tags []history.Tag) error
}

// Noisy readers can be made as unreliable as real ones may be.
type Noisy interface {
	// Disturb sets for all virtual readers how many of a hundred reads of a card miss it; at 100
	// the readers are gone, as if unplugged.
	Disturb(percent int)
	Disturbed() (percent int)
}

// Phones makes phones that can read tags into readers of their seats.
type Phones interface {
	// Lay lays a tag, by its number, on the reader of a seat, and returns that reader's name. It is
	// an engine.Refusal if tag is not a number.
	Lay(seat engine.Seat, tag string) (reader string, err error)
	// Lift takes a tag off the reader; it does nothing if the tag is not there.
	Lift(seat engine.Seat, tag string)
}

// Records exports and imports games.
type Records interface {
	// Script writes a game that is over as a script, unless ctx ends first.
	Script(ctx context.Context, w io.Writer, id string) error
	// Import stores a game whose record was checked. The error is fs.ErrExist if it is here
	// already.
	Import(record.Game) error
}

// Plays are games without a log.
type Plays interface {
	// Find returns those that match a search, newest first; Skip and Most are ignored.
	Find(history.Search) ([]history.Play, error)
	Take([]history.Play) error
	Forget(ids []string) error
}

// Rigs makes a rig for this device and tries its parts.
type Rigs interface {
	// Assembly returns the rig in the making. For some minutes from now on its parts are tried,
	// unless a game is on.
	Assembly() *assembly.Assembly
	Playing() bool
	// Keep writes a rig that was made, selects it in the settings, and returns its file. The error
	// is an engine.Refusal if this device cannot.
	Keep(rig setups.Rig) (file string, err error)
	// Found returns the readers that the device has. It may take some seconds; during a game it
	// looks only at what is plugged in.
	Found() []assembly.Found
	// FoundPanel returns the panel that says of itself what it is.
	FoundPanel() assembly.FoundPanel
	// Staying returns the rig of the device with stable names in place of those that may move to
	// another adapter at a restart; false if it has none of these.
	Staying() (setups.Rig, bool)
	// Moved returns the rig of the device with the plugs in which readers are now that are missing
	// where it has them; false if there are none.
	Moved() (setups.Rig, bool)
	// Trouble returns what the computer lacks for a rig: devices, lines of config.txt, a serial
	// port without a console.
	Trouble(rig setups.Rig) []engine.Text
}

// Seals tells how chance was sealed before a game. Its methods may be called from any goroutine.
type Seals interface {
	// Hash returns what was shown before a game whose log does not have it: a SHA-256 in
	// hexadecimal; "" if nothing was sealed.
	Hash(game string) string
	// Opened returns the secret of a game that is over, and what was drawn with it; otherwise the
	// zero Opening.
	Opened(game string) (content.Opening, error)
	// Secret returns the secret of a game that is over and was sealed like that; "" if there is
	// none.
	Secret(game string, how engine.Sealed) string
	// Next returns the hash of the next game's secret, and the words that seats have added.
	Next() (hash string, said map[engine.Seat]string)
	// Say adds a seat's word to the next game, replacing its last one; "" removes it. The error is
	// an engine.Refusal if hash is no longer that of the next game.
	Say(hash string, seat engine.Seat, word string) error
}

// A Device is what its owner can do besides games. Errors that people can do something about are
// engine.Refusals.
type Device interface {
	Settings() (setups.Settings, error)
	Change(all ...setups.Setting) error
	State(ctx context.Context) (DeviceState, error)
	// Restart restarts the program, unless a game is on.
	Restart(ctx context.Context) error
	// Examine returns the findings of the doctor.
	Examine(ctx context.Context, lang string) ([]DoctorLine, error)
	// Support writes the support file, a zip archive.
	Support(ctx context.Context, lang string, out io.Writer) error
	// Backup writes a copy of all games, unless one of them is unfinished.
	Backup(out io.Writer) error
	// Restore stores a backup, which replaces the games at the next start, and returns how many
	// games are in it.
	Restore(ctx context.Context, in io.Reader) (games int, err error)
	// Print writes a PDF; what is labels of a game's cards, mats, state or guide. The error is
	// ErrNoPrint if there is nothing to print.
	Print(out io.Writer, what, game, lang string) error
}

// A Hub is told what a spectator sees, and games that are over.
type Hub interface {
	// Status returns how it goes.
	Status() outbox.Status
}

// A Broker is told over MQTT what a spectator sees. Errors that people can do something about are
// engine.Refusals.
type Broker interface {
	// Broker returns what is set, without the password, and whether there is one.
	Broker() (b mqtt.Broker, password bool)
	// Change keeps what is set, and tells that broker from now on. Without a password the present
	// one stays, unless it would be shown to somebody else.
	Change(b mqtt.Broker) error
	// Again connects anew.
	Again()
	// Status returns how it goes, Outcome that too, but waits a while for it to be known.
	Status() mqtt.Status
	Outcome(ctx context.Context) mqtt.Status
}

// ErrNoPrint says that there is nothing of that kind to print.
var ErrNoPrint = errors.New("there is nothing to print")

// A DeviceState is the state of the device.
type DeviceState struct {
	Program, Rig string
	Games        int
	Playing      bool        // a game is on
	Updated      bool        // the program's file was replaced since it started
	Supervised   bool        // the program is restarted when it ends
	Mended       engine.Text // what was done at the start about damaged or lost files; usually zero
}

// A DoctorLine is a line of the doctor's findings.
type DoctorLine struct {
	Text  string
	Fault bool
}

// Statistics keeps what is stored beside the logs: names of players, notes and ratings, and counts
// over many games. It never changes a log.
type Statistics interface {
	// SetNote stores a note on a game and a rating from 1 to 5, or 0.
	SetNote(id, note string, rating int) error
	// RenamePlayer changes a name in all games; "" removes it. It returns how many seats were
	// renamed.
	RenamePlayer(from, to string) (seats int, err error)
	// Players counts each player's games that were played to the end. Here and below, a
	// *history.Damage comes together with the counts of the sound games.
	Players(game string) ([]history.Tally, error)
	// Tallies counts the values of a kind of trait in a game, such as its leaders. more is how many
	// games could not be counted yet.
	Tallies(game, kind string) (counts []history.Tally, more int, err error)
}
