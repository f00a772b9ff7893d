package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/service"
	"arbiter/cmd/arbiter/internal/support"
)

// The journal holds the code that serve tells; a bundle does not, whatever else of the
// journal is in it. The control is what the journal says.
func TestSupportHidesTheCode(t *testing.T) {
	bin := t.TempDir()
	said := "arbiter[1]: " + service.CodeIs + "123456.\narbiter[1]: reader 654321 does not answer\n"
	must(t, os.WriteFile(filepath.Join(bin, "said"), []byte(said), 0o600))
	must(t, os.WriteFile(filepath.Join(bin, "journalctl"), []byte("#!/bin/sh\ncat "+filepath.Join(bin, "said")+"\n"), 0o700))
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	text, err := support.LastLines(t.Context())
	must(t, err)
	if strings.Contains(text, "123456") || !strings.Contains(said, "123456") {
		t.Errorf("the bundle has\n%s", text)
	}
	if !strings.Contains(text, service.CodeIs+"***.") || !strings.Contains(text, "reader 654321") {
		t.Errorf("the bundle lacks a line of the journal:\n%s", text)
	}
}
