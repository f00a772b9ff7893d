package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"arbiter/companion/companiontest/mosquitto"
	"arbiter/engine/enginetest/tier"
)

// The service tells a broker its table, with the password of its folder and in its language. Where
// it is killed, the broker says that the device is gone; where it is ended, it does so itself.
// Neither its output nor what it tells of its health has the password.
func TestServeTellsABroker(t *testing.T) {
	tier.Test(t, tier.Program, "a service that is started twice")
	t.Parallel()
	mosquitto.Needs(t)
	dir := t.TempDir()
	passwords := filepath.Join(t.TempDir(), "passwords")
	must(t, os.WriteFile(passwords, nil, 0o600))
	must(t, exec.Command("mosquitto_passwd", "-b", passwords, "table", "open sesame").Run())
	must(t, os.WriteFile(filepath.Join(dir, "mqtt-password"), []byte("open sesame\n"), 0o600))
	m := mosquitto.Start(t, "allow_anonymous true", "password_file "+passwords)
	l := m.Listen()
	args := []string{"--data", dir, "--lang", "es", "--mqtt", m.Address, "--mqtt-user", "table", "--mqtt-name", "table_7"}
	s := start(t, args...)
	if found := l.Next("homeassistant/device/arbiter_table_7/config", `"dev"`); !strings.Contains(found, `"name":"Ronda"`) {
		t.Errorf("found is %s", found)
	}
	l.Next("arbiter/table_7/status", "online")
	l.Next("arbiter/table_7/state", `"running":false`)
	mosquitto.Until(t, "it says that all is well", func() bool { return strings.Contains(string(s.get("healthz")), "broker: ok") })
	must(t, s.cmd.Process.Kill())
	l.Next("arbiter/table_7/status", "offline")
	_ = s.cmd.Wait()

	s = start(t, args...)
	l.Next("arbiter/table_7/status", "online")
	must(t, s.cmd.Process.Signal(syscall.SIGTERM))
	l.Next("arbiter/table_7/status", "offline")
	_ = s.cmd.Wait()
	if said := s.said + s.errs.String(); strings.Contains(said, "sesame") || !strings.Contains(said, "the MQTT broker is told") {
		t.Errorf("it says %s", said)
	}
}
