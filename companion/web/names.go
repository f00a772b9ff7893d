package web

import (
	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/lobby"
	"arbiter/companion/web/past"
	"arbiter/companion/web/site"
	"arbiter/companion/web/table"
)

// What a Server is made of, and what it tells. Each is defined in the package that uses it.
type (
	Opts        = site.Opts
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
	Face        = site.Face
	Device      = site.Device
	API         = site.API
	DeviceState = site.DeviceState
	DoctorLine  = site.DoctorLine
	Rigs        = site.Rigs
	Trust       = site.Trust
	Invitation  = lobby.Invitation
)

// MostName is how many letters the name of a card has.
const MostName = site.MostName

// ErrNoPrint is what a Device answers that has nothing to print.
var ErrNoPrint = site.ErrNoPrint

// LocalHost reports whether a name can only be meant for a device in the house.
func LocalHost(host string) bool { return site.LocalHost(host) }

// Draws reports whether a command tells what chance brought.
func Draws(c companion.LegalCommand) bool { return table.Draws(c) }

// PlayAddress is where a past game can be taken to BG Stats, at an address of the device.
func PlayAddress(at, id string) string { return past.PlayAddress(at, id) }
