package setups_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func ofPackage(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("debian", file)) // #nosec G304 -- a file of this repository
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// systemd looks up the names of drivers once, when the service starts, so a driver that is loaded
// later, when a reader is plugged in, would be left out. Hence the unit has numbers.
func TestServiceMayUseDevicesPluggedInLater(t *testing.T) {
	var numbers []string
	for _, m := range regexp.MustCompile(`(?m)^DeviceAllow=char-(\S+) `).FindAllStringSubmatch(ofPackage(t, "arbiter.service"), -1) {
		switch {
		case strings.Trim(m[1], "0123456789") == "":
			numbers = append(numbers, m[1])
		case m[1] != "gpiochip": // it has no number of its own, and is built into the kernel
			t.Errorf("char-%s is looked up at the start alone", m[1])
		}
	}
	// ttyS, input, i2c, snd, spi, ttyACM, ttyUSB, ttyAMA (Documentation/admin-guide/devices.txt)
	want := []string{"116", "13", "153", "166", "188", "204", "4", "89"}
	if slices.Sort(numbers); !slices.Equal(numbers, want) {
		t.Errorf("the service may use %q, want %q", numbers, want)
	}
}

// Debian, DietPi and Ubuntu give SPI, I2C and GPIO to root alone. The package gives them to the
// groups of the service; its rules come before those of the system, since the last one counts.
func TestThePackageGivesDevicesToTheGroups(t *testing.T) {
	const file = "51-arbiter.rules"
	rules := ofPackage(t, file)
	for _, want := range []string{`SUBSYSTEM=="spidev", GROUP="spi"`, `SUBSYSTEM=="i2c-dev", GROUP="i2c"`, `KERNEL=="gpiochip*", GROUP="gpio"`} {
		if !strings.Contains(rules, want) {
			t.Errorf("%s lacks %s", file, want)
		}
	}
	if !strings.Contains(ofPackage(t, "build"), "lib/udev/rules.d/"+file) || !strings.Contains(ofPackage(t, "postinst"), "udevadm trigger") {
		t.Error("the package lacks the rules, or does not apply them to devices already there")
	}
	groups := strings.Fields(regexp.MustCompile(`(?m)^SupplementaryGroups=(.*)$`).FindStringSubmatch(ofPackage(t, "arbiter.service"))[1])
	for _, m := range regexp.MustCompile(`GROUP="(\w+)"`).FindAllStringSubmatch(rules, -1) {
		if !slices.Contains(groups, m[1]) {
			t.Errorf("the service is not in the group %s", m[1])
		}
	}
}

// A hub with a serial port of its own has a stable name, whoever made it.
func TestHubsHaveANameThatStays(t *testing.T) {
	rules := strings.Split(ofPackage(t, "60-arbiter.rules"), "\n")
	acm := slices.IndexFunc(rules, func(l string) bool {
		return strings.HasPrefix(l, `SUBSYSTEMS=="usb", KERNEL=="ttyACM*"`) && strings.HasSuffix(l, `GOTO="arbiter_reader"`)
	})
	if end := slices.Index(rules, `GOTO="arbiter_end"`); acm < 0 || end < acm {
		t.Error("no rule names ttyACM")
	}
}

// pcscd asks polkit whether a service may use it and its cards: both actions are needed. It is
// started by its socket, and Arbiter works without it.
func TestTheServiceMayUsePCSCD(t *testing.T) {
	rule, unit := ofPackage(t, "50-arbiter.rules"), ofPackage(t, "arbiter.service")
	for _, want := range []string{`"org.debian.pcsc-lite.access_pcsc"`, `"org.debian.pcsc-lite.access_card"`, `subject.user == "` + regexp.MustCompile(`(?m)^User=(.*)$`).FindStringSubmatch(unit)[1] + `"`} {
		if !strings.Contains(rule, want) {
			t.Errorf("the rule lacks %s", want)
		}
	}
	if !strings.Contains(ofPackage(t, "build"), "put 50-arbiter.rules usr/share/polkit-1/rules.d/50-arbiter.rules") {
		t.Error("the package lacks the rule")
	}
	for _, want := range []string{`(?m)^Wants=.*\bpcscd\.socket\b`, `(?m)^RestrictAddressFamilies=.*\bAF_UNIX\b`} {
		if !regexp.MustCompile(want).MatchString(unit) {
			t.Errorf("the unit has no %s", want)
		}
	}
	if strings.Contains(unit, "Requires=pcscd") {
		t.Error("without pcscd the service would not start")
	}
	control := ofPackage(t, "control")
	for _, name := range []string{"pcscd", "libccid"} {
		if !regexp.MustCompile(`(?m)^Recommends:.*\b`+name+`\b`).MatchString(control) || regexp.MustCompile(`(?m)^Depends:.*\b`+name+`\b`).MatchString(control) {
			t.Errorf("%s is not recommended, or more than that", name)
		}
	}
}
