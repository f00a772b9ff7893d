package service

import (
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/companion/web"
)

// plays are games without a log, for the pages.
type plays struct{ db *gamelog.DB }

var _ web.Plays = plays{}

// Find returns the plays that match a search.
func (p plays) Find(s history.Search) ([]history.Play, error) { return p.db.FindPlays(s) }

// Take stores plays: all of them or none.
func (p plays) Take(list []history.Play) error { return p.db.TakePlays(list) }

// Forget removes plays.
func (p plays) Forget(ids []string) error { return p.db.ForgetPlays(ids) }
