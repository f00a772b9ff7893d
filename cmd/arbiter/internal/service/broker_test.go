package service

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/companion/mqtt"
	"arbiter/engine"
)

// What the owner enters about a broker is in the settings, its password in a file that nobody else
// can read. The password is kept only for the address, user and authority that it was typed for.
func TestBrokerIsKept(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "arbiter.toml")
	t.Setenv(home.Variable, file)
	must(t, os.WriteFile(file, []byte("# mine\nlanguage = \"de\"\n"), 0o600))
	b := &broker{dir: dir, Client: mqtt.New(mqtt.Opts{Say: engine.Text.String, Logger: slog.New(slog.DiscardHandler)})}
	first := mqtt.Broker{Address: "home.lan", User: "arbiter", Password: " pass word ", TLS: true, CA: "/etc/ca.pem", Name: "table_7"}
	must(t, b.Change(first))
	text, err := os.ReadFile(file)
	must(t, err)
	for _, want := range []string{"# mine", `mqtt = 'home.lan'`, `mqtt-user = 'arbiter'`, "mqtt-tls = true", `mqtt-ca = '/etc/ca.pem'`, `mqtt-name = 'table_7'`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the settings lack %s:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "pass word") {
		t.Error("the password is in the settings, which everybody may read")
	}
	password := func() string {
		t.Helper()
		text, err := datadir.PasswordFile(dir).Read()
		must(t, err)
		return text
	}
	if got := password(); got != " pass word " {
		t.Errorf("the password is %q", got)
	}
	info, err := os.Stat(filepath.Join(dir, "mqtt-password"))
	must(t, err)
	if info.Mode() != 0o600 {
		t.Errorf("its file is %s", info.Mode())
	}
	same := first
	same.Password, same.Name = "", "table_8"
	must(t, b.Change(same))
	if got := password(); got != " pass word " {
		t.Errorf("with another name the password is %q", got)
	}
	for _, change := range []func(*mqtt.Broker){
		func(b *mqtt.Broker) { b.Address = "child.lan" }, func(b *mqtt.Broker) { b.User = "child" }, func(b *mqtt.Broker) { b.TLS = false }, func(b *mqtt.Broker) { b.CA = "/tmp/ca.pem" }, func(b *mqtt.Broker) { b.Address = "" },
	} {
		must(t, b.Change(first))
		other := first
		other.Password = ""
		change(&other)
		must(t, b.Change(other))
		if got := password(); got != "" || b.is.Password != "" {
			t.Errorf("%+v gets the password %q of another one", other, got)
		}
	}
	if s := b.Status(); s.Address != "" || s.Trying {
		t.Errorf("without an address it is %+v", s)
	}
	os.Remove(file)
	if err := b.Change(first); err == nil || b.is.Address != "" {
		t.Errorf("without settings: %v, %+v", err, b.is)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
