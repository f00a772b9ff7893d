package address_test

import (
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/address"
)

// A name or an address of a tailnet is ours if the settings say so, and only then.
func TestTailnet(t *testing.T) {
	t.Parallel()
	without, with := address.Ours(nil, false), address.Ours(nil, true)
	for host, want := range map[string]bool{
		"100.64.0.0": true, "100.127.255.255": true, "100.63.255.255": false, "100.128.0.0": false, "::ffff:100.64.0.1": true,
		"table.tail1234.ts.net": true, ".ts.net": false, "ts.net": false, "evil-ts.net": false, "a.ts.net.evil.example": false,
	} {
		if with(host) != want || without(host) {
			t.Errorf("%s: with the switch %v, want %v; without it %v", host, with(host), want, without(host))
		}
	}
}

// One setting lets a tailnet into the service, too: the generator adds to the unit exactly the
// addresses that the program answers, and nothing without the setting.
func TestTailnetOfTheUnit(t *testing.T) {
	t.Parallel()
	generator := filepath.Join("..", "..", "..", "..", "setups", "debian", "arbiter.generator")
	for settings, want := range map[string]bool{
		"tailnet = true\n": true, "rig = \"screen\"\n  tailnet=true # ours\n": true,
		"": false, "#tailnet = true\n": false, "tailnet = false\n": false, "names = [\"tailnet = true\"]\n": false,
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "arbiter.toml")
		if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(generator, dir, dir, dir)
		cmd.Env = append(os.Environ(), "ARBITER_SETTINGS="+file)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v, %s", settings, err, out)
		}
		text, err := os.ReadFile(filepath.Join(dir, "arbiter.service.d", "tailnet.conf"))
		if (err == nil) != want {
			t.Errorf("%q: %v, want a change of the unit: %v", settings, err, want)
		}
		if !want {
			continue
		}
		_, list, _ := strings.Cut(string(text), "[Service]\nIPAddressAllow=")
		all := strings.Fields(list)
		if !slices.Equal(all, []string{"100.64.0.0/10"}) {
			t.Fatalf("the generator adds %q", all)
		}
		p := netip.MustParsePrefix(all[0])
		for _, at := range []netip.Addr{p.Addr(), p.Addr().Prev(), netip.MustParseAddr("100.127.255.255"), netip.MustParseAddr("100.128.0.0")} {
			if address.InTailnet(at.String()) != p.Contains(at) {
				t.Errorf("%s: the unit and the program differ", at)
			}
		}
	}
}
