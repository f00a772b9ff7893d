package web

import (
	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/lobby"
	"arbiter/companion/web/past"
	"arbiter/companion/web/site"
	"arbiter/companion/web/table"
)

// Types of a Server's options and results; each is documented where it is defined.
type (
	Opts        = site.Opts
	Dealing     = site.Dealing
	Kept        = site.Kept
	Past        = site.Past
	Owner       = site.Owner
	Network     = site.Network
	Streams     = site.Streams
	Program     = site.Program
	Rig         = site.Rig
	Reader      = site.Reader
	Readers     = site.Readers
	Noisy       = site.Noisy
	Phones      = site.Phones
	History     = site.History
	Records     = site.Records
	Seals       = site.Seals
	Opening     = content.Opening
	Statistics  = site.Statistics
	Coach       = site.Coach
	Lessons     = site.Lessons
	Faces       = site.Faces
	Tags        = site.Tags
	Plays       = site.Plays
	Face        = site.Face
	Device      = site.Device
	API         = site.API
	Broker      = site.Broker
	Hub         = site.Hub
	DeviceState = site.DeviceState
	DoctorLine  = site.DoctorLine
	Rigs        = site.Rigs
	Trust       = site.Trust
	Invitation  = lobby.Invitation
)

// MostName is how many characters the name of a card may have.
const MostName = site.MostName

// ErrNoPrint is returned by a Device that has nothing to print.
var ErrNoPrint = site.ErrNoPrint

// LocalHost reports whether a host name can only mean a device on the local network.
func LocalHost(host string) bool { return site.LocalHost(host) }

// Draws reports whether a command tells the result of chance.
func Draws(c companion.LegalCommand) bool { return table.Draws(c) }

// PlayAddress returns the address, below the device's address at, from which a past game can be
// taken to BG Stats.
func PlayAddress(at, id string) string { return past.PlayAddress(at, id) }
