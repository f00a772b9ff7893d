package councilofshadows

import "arbiter/engine"

// What a seat may wish.
type (
	// Pick chooses a leader (module 2).
	Pick struct {
		Seat   engine.Seat
		Leader Item
	}
	// Buy is one of up to three purchases in phase 1: an AI card, an upgrade
	// of the player board, a station. In the full book it says what is paid.
	Buy struct {
		Seat engine.Seat
		What Item
		Pay  Gemset `word:"optional"`
	}
	// Plan lays a card from the hand on an action field, numbered from the left.
	Plan struct {
		Seat  engine.Seat
		Field uint8
		Card  Item
	}
	// TakeBack takes a card back that was laid this round.
	TakeBack struct {
		Seat  engine.Seat
		Field uint8
		Card  Item
	}
	// Ready ends planning for a seat.
	Ready struct{ Seat engine.Seat }
	// Gain reports energy won on the cardboard. Without a cause it comes from
	// what the seat is doing: yields while it acts, galaxies while it scores.
	Gain struct {
		Seat   engine.Seat
		Amount uint8
		Cause  Item `word:"optional"`
	}
	// Slide ends the actions: all cards move one field to the right.
	Slide struct{ Seat engine.Seat }
	// Pass ends the seat's part of the phase.
	Pass struct{ Seat engine.Seat }
	// Choose takes a Dark Tech card.
	Choose struct {
		Seat engine.Seat
		Tech Item
	}
	// Take takes an AI card that costs nothing (Information edge).
	Take struct {
		Seat engine.Seat
		Card Item
	}
	// Count reports how many gems of a color are left at the end, or how many
	// cubes stand on the game board.
	Count struct {
		Seat   engine.Seat
		What   Item
		Number uint8
	}
	// Bonus reports the energy of one bonus card in final scoring.
	Bonus struct {
		Seat   engine.Seat
		Energy uint8
	}
)

// What the Table states about the cardboard, and what the Automa does.
type (
	// Card tells the value printed on an item: the consumption of a card, the
	// energy of a project.
	Card struct {
		Seat  engine.Seat
		Item  Item
		Value int8
	}
	// Open turns up the top card of the Automa's pile.
	Open struct {
		Seat engine.Seat
		Card Item
	}
	// Step tells one printed action of an Automa card.
	Step struct {
		Seat   engine.Seat
		Card   Item
		Number uint8
		Side   Side
		Does   Deed
		Count  uint8
		Planet Planet
		Parsec uint8
		Galaxy GalaxyName
	}
	// Scoring tells how an Automa card scores.
	Scoring struct {
		Seat engine.Seat
		Card Item
		Mode Mode
	}
	// Do carries out the left or the right action of the Automa's open card.
	Do struct {
		Seat engine.Seat
		Side Side
	}
	// Skip leaves an action of the Automa out: neither side is possible.
	Skip struct{ Seat engine.Seat }
)

// By returns who asks for it.
func (c Pick) By() engine.Seat     { return c.Seat }
func (c Buy) By() engine.Seat      { return c.Seat }
func (c Plan) By() engine.Seat     { return c.Seat }
func (c TakeBack) By() engine.Seat { return c.Seat }
func (c Ready) By() engine.Seat    { return c.Seat }
func (c Gain) By() engine.Seat     { return c.Seat }
func (c Slide) By() engine.Seat    { return c.Seat }
func (c Pass) By() engine.Seat     { return c.Seat }
func (c Choose) By() engine.Seat   { return c.Seat }
func (c Take) By() engine.Seat     { return c.Seat }
func (c Count) By() engine.Seat    { return c.Seat }
func (c Bonus) By() engine.Seat    { return c.Seat }
func (c Card) By() engine.Seat     { return c.Seat }
func (c Open) By() engine.Seat     { return c.Seat }
func (c Step) By() engine.Seat     { return c.Seat }
func (c Scoring) By() engine.Seat  { return c.Seat }
func (c Do) By() engine.Seat       { return c.Seat }
func (c Skip) By() engine.Seat     { return c.Seat }
