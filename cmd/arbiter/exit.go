package main

import "arbiter/companion/gamelog"

// The exit codes besides 0.
const (
	exitFailed = 1 // the command failed, or something differs
	exitUsage  = 2 // the command line is wrong
	exitRuined = 3 // the file of games is damaged: a person has to do something
)

func exitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case gamelog.Damaged(err):
		return exitRuined
	}
	return exitFailed
}
