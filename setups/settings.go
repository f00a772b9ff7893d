package setups

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine/notation"
)

// Settings say how the program runs on a device, for its service and for every command there. A
// setting that is not given is zero, and the program's default applies.
type Settings struct {
	Rig         string   `toml:"rig"`      // a name or a file
	Language    string   `toml:"language"` // "de", "es" or "en"
	Data        string   `toml:"data"`     // the folder with the games
	Address     string   `toml:"address"`  // HOST:PORT
	Names       []string `toml:"names"`    // further names by which browsers may address the device
	Tailnet     bool     `toml:"tailnet"`  // browsers of a tailnet are answered too
	Open        bool     `toml:"open"`     // seats are taken without a code
	Speak       bool     `toml:"speak"`
	Metrics     string   `toml:"metrics"` // HOST:PORT
	TLS         bool     `toml:"tls"`
	TLSAddress  string   `toml:"tls-address"` // HOST:PORT
	Certificate string   `toml:"certificate"` // a file
	Key         string   `toml:"key"`         // a file
	PanelCalm   bool     `toml:"panel-calm"`  // as in Panel, for every panel that can be
	PanelTurned bool     `toml:"panel-turned"`
	API         string   `toml:"api"`       // "network" or "token": other programs see what a spectator sees
	APIDelay    string   `toml:"api-delay"` // minutes up to 30, or "round"
	MQTT        string   `toml:"mqtt"`      // HOST or HOST:PORT of a broker that is told the same
	MQTTTLS     bool     `toml:"mqtt-tls"`
	MQTTCA      string   `toml:"mqtt-ca"`   // a file
	MQTTUser    string   `toml:"mqtt-user"` // the password is in the folder with the games
	MQTTName    string   `toml:"mqtt-name"` // of this device at the broker
}

// ReadSettings reads the text of a file of settings. The error names every mistake with
// its place.
func ReadSettings(file string, text []byte) (Settings, error) {
	text = notation.Edited(text)
	var s Settings
	if err := decode(file, text, &s); err != nil {
		return Settings{}, err
	}
	var all []error
	fault := func(key, format string, args ...any) {
		line, column := findTop(text, key)
		all = append(all, &Fault{file, line, column, fmt.Sprintf(format, args...)})
	}
	if s.Language != "" && !slices.Contains(languages, s.Language) {
		fault("language", "there is no language %q; write %s", s.Language, either(languages))
	}
	for key, addr := range map[string]string{"address": s.Address, "tls-address": s.TLSAddress, "metrics": s.Metrics} {
		if addr != "" && !listens(addr) {
			fault(key, "%q is no address; write HOST:PORT, such as \":80\" or \"127.0.0.1:8080\"", addr)
		}
	}
	for key, path := range map[string]string{"data": s.Data, "certificate": s.Certificate, "key": s.Key, "mqtt-ca": s.MQTTCA} {
		if path != "" && !filepath.IsAbs(path) {
			fault(key, "%q has to begin with a slash: the service runs in no folder of yours", path)
		}
	}
	for _, name := range s.Names {
		if strings.ContainsAny(name, "/: ") || name == "" {
			fault("names", "%q is no name of a device; write it without http:// and without a port, such as \"arbiter.lan\"", name)
		}
	}
	if s.API != "" && !slices.Contains(APIs, s.API) {
		fault("api", "%q is not who other programs may be; write %s, or nothing", s.API, either(APIs))
	}
	if n, err := strconv.Atoi(s.APIDelay); s.APIDelay != "" && s.APIDelay != "round" && (err != nil || n < 0 || n > 30) {
		fault("api-delay", "%q is no delay; write minutes from \"0\" to \"30\", or \"round\"", s.APIDelay)
	}
	if host, _, err := net.SplitHostPort(s.MQTT); s.MQTT != "" && (strings.ContainsAny(s.MQTT, "/ @") || err == nil && (host == "" || !listens(s.MQTT))) {
		fault("mqtt", "%q is no address of a broker; write HOST or HOST:PORT, such as \"homeassistant.local\" or \"192.168.1.5:1883\"", s.MQTT)
	}
	if s.MQTTName != "" && !mqttName.MatchString(s.MQTTName) {
		fault("mqtt-name", "%q is no name at a broker; write up to 32 small letters, digits and _, such as \"table_7\"", s.MQTTName)
	}
	if (s.Certificate == "") != (s.Key == "") {
		fault(map[bool]string{true: "key", false: "certificate"}[s.Certificate == ""], "certificate and key go together: write both, or neither")
	}
	slices.SortFunc(all, func(a, b error) int { return a.(*Fault).Line - b.(*Fault).Line })
	return s, errors.Join(all...)
}

// APIs are the choices for API: all programs in the network, or those that know a token.
var APIs = []string{"network", "token"}

// mqttName is what a device may be called at a broker.
var mqttName = regexp.MustCompile(`^[a-z0-9][a-z0-9_]{0,31}$`)

// languages are the languages of texts.
var languages = []string{"de", "es", "en"}

// listens reports whether an address is HOST:PORT with a numeric port.
func listens(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// Value returns the value of a key of the file; nil if it is not given.
func (s Settings) Value(key string) any {
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("toml") == key && !v.Field(i).IsZero() {
			return v.Field(i).Interface()
		}
	}
	return nil
}
