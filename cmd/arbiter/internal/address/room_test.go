package address

import (
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOrderOfAddresses: a QR code takes the address that phones in the room reach.
func TestOrderOfAddresses(t *testing.T) {
	t.Parallel()
	a := func(ip string, near nearness, main bool) interfaceAddress {
		return interfaceAddress{netip.MustParseAddr(ip), near, main}
	}
	for name, c := range map[string]struct {
		all  []interfaceAddress
		want string
	}{
		"a bridge of containers is no way in": {[]interfaceAddress{a("172.17.0.1", inside, false), a("192.168.0.7", plugged, false)}, "192.168.0.7"},
		"though it is the only one":           {[]interfaceAddress{a("172.17.0.1", inside, false)}, ""},
		"a VPN that all traffic takes":        {[]interfaceAddress{a("10.8.0.2", remote, true), a("192.168.0.7", plugged, false)}, "192.168.0.7 10.8.0.2"},
		"cable and Wi-Fi":                     {[]interfaceAddress{a("10.1.1.1", plugged, false), a("192.168.0.7", plugged, true)}, "192.168.0.7 10.1.1.1"},
		"in a container":                      {[]interfaceAddress{a("172.17.0.2", other, true)}, "172.17.0.2"},
		"IPv4 first":                          {[]interfaceAddress{a("2001:db8::7", plugged, true), a("fd00::7", plugged, false), a("192.168.0.7", plugged, false)}, "192.168.0.7 2001:db8::7 fd00::7"},
		"of IPv6 the one that stays":          {[]interfaceAddress{a("2001:db8::7", plugged, false), a("fd00::7", plugged, false)}, "fd00::7 2001:db8::7"},
	} {
		var got []string
		for _, x := range inOrder(c.all) {
			got = append(got, x.ip.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// TestNearness tries the links of Linux as the kernel lists them.
func TestNearness(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, path := range []string{
		"eth0/device", "wlan0/device", "br0/bridge", "br0/lower_wlan0", "vlan7/lower_br0", "docker0/bridge", "docker0/lower_veth1", "veth1", "zt0", "loop/lower_loop",
	} {
		if err := os.MkdirAll(filepath.Join(dir, path), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]nearness{"eth0": plugged, "br0": plugged, "vlan7": plugged, "docker0": inside, "zt0": other, "veth1": other, "loop": other, "gone": other} {
		if got := nearnessOf(dir, net.Interface{Name: name}); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	if got := nearnessOf(dir, net.Interface{Name: "wg0", Flags: net.FlagPointToPoint}); got != remote {
		t.Errorf("a tunnel: %d, want %d", got, remote)
	}
}

const inNamespace = "ARBITER_IN_A_NETWORK_NAMESPACE"

// TestLinksOfTheKernel asks the kernel itself, in a network namespace without cards: of what
// containers and tunnels make there, only the interface that may lead outside is left.
func TestLinksOfTheKernel(t *testing.T) {
	if os.Getenv(inNamespace) != "" {
		for _, a := range interfaceAddresses(linksOfLinux) {
			os.Stdout.WriteString(a.ip.String() + "=" + []string{"plugged", "other", "remote", "inside"}[a.near] + "\n")
		}
		return
	}
	script := `mount -t sysfs none /sys && ip link add docker0 type bridge && ip link add uplink type veth peer name veth1 && ip link set veth1 master docker0 && ip tuntap add tun0 mode tun &&
		ip addr add 172.17.0.1/16 dev docker0 && ip addr add 192.168.0.7/24 dev uplink && ip addr add 10.8.0.2/24 dev tun0 &&
		for i in lo docker0 veth1 uplink tun0; do ip link set $i up; done && exec "$0" -test.run 'TestLinksOfTheKernel$'`
	cmd := exec.Command("unshare", "--net", "--mount", "sh", "-c", script, os.Args[0])
	cmd.Env = append(os.Environ(), inNamespace+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Skipf("needs root, unshare and ip: %v %s", err, out)
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "=") && !strings.Contains(line, "coverage") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	slices.Sort(got)
	if want := []string{"10.8.0.2=remote", "172.17.0.1=inside", "192.168.0.7=other"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q; all: %s", got, want, out)
	}
}
