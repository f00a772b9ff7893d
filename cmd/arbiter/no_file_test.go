package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/home"
	"arbiter/engine/enginetest/tier"
)

// Whatever reads a file that somebody names refuses devices and pipes at once, in a sentence
// that names it: the one never ends, the other never begins.
func TestNoFileIsRefusedAtOnce(t *testing.T) {
	tier.Test(t, tier.Program, "the program, once for each command and kind of file")
	tier.Unraced(t, "the program is a process of its own")
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe.jsonl")
	must(t, syscall.Mkfifo(pipe, 0o600))
	for _, file := range []string{pipe, "/dev/zero"} {
		for _, line := range []string{
			"serve --addr 127.0.0.1:0 --rig FILE", "doctor --rig FILE", "wiring FILE", "print mats --out DIR/mats.pdf --rig FILE", "emu --rig FILE",
			"serve --addr 127.0.0.1:0 --tls-addr 127.0.0.1:0 --cert FILE --key FILE", "games list with FILE", "script FILE", "box check FILE", "box import FILE",
			"games import FILE", "games check FILE", "restore FILE",
		} {
			line, settings := strings.CutSuffix(line, " with FILE")
			line = strings.NewReplacer("FILE", file, "DIR", t.TempDir()).Replace(line)
			c := arbiter(t, strings.Fields(line)...)
			if c.Env = append(c.Env, "ARBITER_LANG=en"); settings {
				c.Env = append(c.Env, home.Variable+"="+file)
			}
			var said bytes.Buffer
			c.Stdout, c.Stderr = &said, &said
			must(t, c.Start())
			late := time.AfterFunc(5*time.Minute, func() { c.Process.Kill() })
			err := c.Wait()
			if !late.Stop() || err == nil || !strings.Contains(flat(said.String()), file) {
				t.Errorf("arbiter %s: %v, %q", line, err, said.String())
			}
		}
	}
}
