package main

import "arbiter/cmd/arbiter/internal/datadir"

type gamesRename struct {
	datadir.Dir
	From string `arg:"" help:"What the player is called."`
	To   string `arg:"" optional:"" help:"The new name; without it, the old one is deleted."`
}
