package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

type script struct {
	Files  []string `arg:"" name:"file" help:"Scripts to play."`
	Update bool     `help:"Rewrite the answers in the files instead of comparing them. Read them before you believe them."`
	i18n.Flag
}

// Help returns the detailed help.
func (script) Help() string {
	return `A script is a game that a board gamer can read: the setup, commands, and below each command, indented, what must happen.
Its box is looked for in boxes/GAME beside the script or one folder up, and then among those of the program.
Exit status 1: an answer differs, or a line cannot be read. The lines after one that cannot be read are played all the same.`
}

// Run plays each script, the later ones even if an earlier one fails.
func (s *script) Run(out io.Writer) error {
	failed := 0
	for _, file := range s.Files {
		if err := s.play(out, file); err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %s\n%s\n", file, err)
		}
	}
	if failed > 0 {
		return engine.Refuse("%d of %d scripts failed", failed, len(s.Files))
	}
	return nil
}

func (s *script) play(out io.Writer, file string) error {
	text, err := setups.ReadFile(file)
	if err != nil {
		return fmt.Errorf("      %w", err)
	}
	want := notation.Edited(string(text))
	folder := filepath.Dir(file)
	boxes := setups.BoxLinesFrom(folder, filepath.Join(folder, ".."))
	got, err := scenario.Play(file, want, scenario.Env{Games: games.List(), Box: boxes})
	switch {
	case err != nil:
		return errors.Join(errors.New("      "+strings.ReplaceAll(err.Error(), "\n", "\n      ")), differs(want, got))
	case got == want:
		fmt.Fprintf(out, "ok    %s\n", file)
	case s.Update:
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil { // the file named on the command line
			return fmt.Errorf("      %w", err)
		}
		fmt.Fprintf(out, "new   %s\n", file)
	default:
		return differs(want, got)
	}
	return nil
}

// differs returns the difference as an error; nil if there is none, or if there are no answers.
func differs(script, answers string) error {
	if script == answers || answers == "" {
		return nil
	}
	return errors.New(scenario.Difference(script, answers))
}
