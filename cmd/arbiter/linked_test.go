package main

import (
	"os/exec"
	"strings"
	"testing"
)

// What serves a hub is too large for a device: it links the client alone.
func TestDevicesLinkNoHub(t *testing.T) {
	t.Parallel()
	deps, err := exec.Command("go", "list", "-deps", "arbiter/cmd/arbiter").Output()
	must(t, err)
	hub, err := exec.Command("go", "list", "-deps", "arbiter/cmd/hub").Output()
	must(t, err)
	for _, part := range []string{"github.com/nats-io/nats-server", "github.com/jackc/pgx"} {
		if strings.Contains(string(deps), part) {
			t.Errorf("a device links %s", part)
		}
		if !strings.Contains(string(hub), part) {
			t.Errorf("a hub does not link %s, so nothing is shown", part)
		}
	}
}
