package setups

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each mistake in the settings is reported with file, line, column and remedy.
func TestMistakesInSettings(t *testing.T) {
	for text, want := range map[string]string{
		"rig = \"screen\"\nlanguge = \"de\"\n": `s.toml:2:1: unknown key "languge"; write rig, language, data`,
		"language = \"fr\"\n":                  `s.toml:1:1: there is no language "fr"; write de, es or en`,
		"\naddress = \"80\"\n":                 `s.toml:2:1: "80" is no address; write HOST:PORT`,
		"tls-address = \":https\"\n":           `s.toml:1:1: ":https" is no address`,
		"metrics = \":99999\"\n":               `s.toml:1:1: ":99999" is no address`,
		"data = \"games\"\n":                   `s.toml:1:1: "games" has to begin with a slash`,
		"names = [\"http://a.lan/\"]\n":        `s.toml:1:1: "http://a.lan/" is no name of a device`,
		"certificate = \"/a.pem\"\n":           `s.toml:1:1: certificate and key go together`,
		"tailnet = \"yes\"\n":                  `s.toml:1:11: `,
		"api = \"all\"\n":                      `s.toml:1:1: "all" is not who other programs may be; write network or token`,
		"api-delay = \"31\"\n":                 `s.toml:1:1: "31" is no delay`,
		"mqtt = \"mqtt://home.lan\"\n":         `s.toml:1:1: "mqtt://home.lan" is no address of a broker; write HOST or HOST:PORT`,
		"mqtt = \"home.lan:mqtt\"\n":           `s.toml:1:1: "home.lan:mqtt" is no address of a broker`,
		"mqtt-ca = \"ca.pem\"\n":               `s.toml:1:1: "ca.pem" has to begin with a slash`,
		"mqtt-name = \"Table 7\"\n":            `s.toml:1:1: "Table 7" is no name at a broker`,
		"mqtt-password = \"x\"\n":              `s.toml:1:1: `,
		"rig = screen\n":                       `s.toml:1:7: `,
		"rig = \"a\"\nrig = \"b\"\n":           `s.toml:2:1: `,
		"[panel]\ncalm = true\n":               `unknown key "panel"`,
	} {
		if _, err := ReadSettings("s.toml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	two := "key = \"/k\"\nlanguage = \"fr\"\n"
	if _, err := ReadSettings("s.toml", []byte(two)); err == nil || strings.Count(err.Error(), "s.toml:") != 2 {
		t.Errorf("two mistakes are told as %v", err)
	}
}

// The package's file is valid as shipped, and with every line that it proposes; it names every key.
func TestSettingsOfThePackage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("debian", "arbiter.toml"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadSettings("arbiter.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := [2]string{s.Rig, s.Address}, [2]string{"screen", ":80"}; got != want {
		t.Errorf("it says %v, want %v", got, want)
	}
	all := regexp.MustCompile(`(?m)^#(\S+ = )`).ReplaceAll(text, []byte("$1"))
	if s, err = ReadSettings("arbiter.toml", all); err != nil {
		t.Fatal(err)
	}
	for _, key := range strings.Split("rig language data address names tailnet open speak metrics tls tls-address certificate key panel-calm panel-turned api api-delay mqtt mqtt-tls mqtt-ca mqtt-user mqtt-name", " ") {
		if s.Value(key) == nil {
			t.Errorf("it does not propose %s", key)
		}
	}
	if s.Value("attic") != nil {
		t.Error("an unknown key has a value")
	}
}

// A rig of the device comes before one of the program, and its mistakes are reported with its file.
func TestRigsOfTheDevice(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("screen.toml", "title = \"Ours\"\n")
	write("attic.toml", "titel = \"Attic\"\n")
	if r, err := LoadRigFrom(dir, "screen"); err != nil || r.Title != "Ours" || r.Name != "screen" {
		t.Errorf("screen: %q, %v; want that of the device", r.Title, err)
	}
	if r, err := LoadRigFrom(dir, "virtual"); err != nil || r.Name != "virtual" {
		t.Errorf("virtual: %v", err)
	}
	if _, err := LoadRigFrom(dir, "attic"); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "attic.toml")+":1:1: unknown key") {
		t.Errorf("attic: %v", err)
	}
	if _, err := LoadRigFrom(dir, "cellar"); err == nil || !strings.Contains(err.Error(), "or put one into "+dir) {
		t.Errorf("cellar: %v", err)
	}
	if r, err := LoadRig("screen"); err != nil || r.Title == "Ours" {
		t.Errorf("without a folder: %q, %v", r.Title, err)
	}
}

// Settings for all panels apply to those that can follow them.
func TestPanelsAsTheSettingsSay(t *testing.T) {
	r := Rig{Panels: []Panel{{Driver: driverSSD168x}, {Driver: driverWeb}, {Driver: driverSSD1306}, {Driver: driverWaveshare}}}
	var calm, turned []bool
	for _, p := range r.WithPanels(true, true).Panels {
		calm, turned = append(calm, p.Calm), append(turned, p.Turned)
	}
	if want := []bool{true, false, false, true}; !slices.Equal(calm, want) {
		t.Errorf("calm: %v, want %v", calm, want)
	}
	if want := []bool{true, false, true, false}; !slices.Equal(turned, want) {
		t.Errorf("turned: %v, want %v", turned, want)
	}
	if r.Panels[0].Calm {
		t.Error("the rig itself was changed")
	}
}
