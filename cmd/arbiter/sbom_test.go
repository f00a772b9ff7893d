package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
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

// Whatever is in the program has a license in the bill.
func TestBillNamesLicenses(t *testing.T) {
	t.Parallel()
	list, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "arbiter/cmd/arbiter").Output()
	must(t, err)
	var out bytes.Buffer
	must(t, build.WriteSBOM(&out))
	var b struct {
		Components []struct {
			Name     string
			Licenses []struct{ License struct{ ID string } }
		}
	}
	must(t, json.Unmarshal(out.Bytes(), &b))
	named := map[string]bool{}
	for _, c := range b.Components {
		named[c.Name] = len(c.Licenses) == 1 && c.Licenses[0].License.ID != ""
	}
	for _, module := range append(strings.Fields(string(list)), "go") {
		if !named[module] {
			t.Errorf("the bill names no license of %s", module)
		}
	}
}

// The package carries the licenses of what is linked in, and of the typeface in it.
func TestPackageCarriesLicenses(t *testing.T) {
	t.Parallel()
	c := exec.Command("bash", "-c", `eval "$(sed -n '/^licenses()/,/^}/p' setups/debian/build)"; licenses`)
	c.Dir = "../.."
	out, err := c.Output()
	must(t, err)
	for _, want := range []string{"== Saira", "SIL OPEN FONT LICENSE", "== github.com/mattn/go-sqlite3 ", "Eclipse Distribution License", "== Go go"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the file of licenses lacks %q", want)
		}
	}
}
