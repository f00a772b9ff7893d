package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"arbiter/cmd/arbiter/internal/build"
)

// The program lists the packages that the customer has chosen.
func TestBillOfThisProgram(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := build.WriteSBOM(&out); err != nil {
		t.Fatal(err)
	}
	var b struct {
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal(out.Bytes(), &b); err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, c := range b.Components {
		has[c.Name] = c.Version != ""
	}
	for _, want := range []string{"go", "github.com/mattn/go-sqlite3", "github.com/tarm/serial", "periph.io/x/conn/v3", "periph.io/x/host/v3"} {
		if !has[want] {
			t.Errorf("the bill does not list %s", want)
		}
	}
}
