package main

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Loudspeaker stands in for espeak-ng and writes down how it was called.
const loudspeaker = `#!/bin/sh
printf '%s\n' "$*" >>"$SPOKEN"
`

// aloud plays a few steps at a table that speaks, with the programs of a folder
// alone, and returns what was said once it holds want.
func aloud(t *testing.T, bin, want string) string {
	t.Helper()
	spoken := filepath.Join(t.TempDir(), "spoken")
	program := arbiter(t, "--addr", "127.0.0.1:0", "--speak", "--lang", "de", "--open", "--data", t.TempDir())
	program.Env = append(os.Environ(), "SPOKEN="+spoken, "PATH="+bin)
	s := startedAs(t, program)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Jar: jar, Timeout: longestWait}
	for _, f := range []url.Values{
		{"to": {"start"}, "game": {"council-of-shadows"}, "seat": {"purple", "red"}, "order": {"listed"}, "all": {"1"}},
		{"to": {"do"}, "seat": {"purple"}, "line": {"purple pass"}, "version": {"0"}},
	} {
		r, err := client.PostForm(s.url+f.Get("to"), f)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%v: %v %v", f, r, err)
		}
		r.Body.Close()
	}
	text := []byte{}
	for deadline := time.Now().Add(longestWait); want != "" && !strings.Contains(string(text), want); time.Sleep(20 * time.Millisecond) { // until it is said
		if text, _ = os.ReadFile(spoken); time.Now().After(deadline) {
			t.Fatalf("it has said %q, want %q", text, want)
		}
	}
	s.end(syscall.SIGTERM)
	return string(text)
}

// The device says aloud what a screen reader says of the public page, in its
// language.
func TestSpeak(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "espeak-ng"), []byte(strings.Replace(loudspeaker, "/bin/sh", sh, 1)), 0o755); err != nil {
		t.Fatal(err)
	}
	said := aloud(t, bin, "Violett: Fertig")
	for line := range strings.Lines(said) {
		if !strings.HasPrefix(line, "-v de -- ") {
			t.Errorf("it was called with %q", line)
		}
	}
}

// Without the program the table plays on, and nobody speaks.
func TestSpeakWithoutTheProgram(t *testing.T) {
	t.Parallel()
	if said := aloud(t, t.TempDir(), ""); said != "" {
		t.Errorf("somebody said %q", said)
	}
}
