package owner

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"arbiter/companion/mqtt"
	"arbiter/companion/web/page/ownerpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// trying is how long the page waits for a broker: whoever has just written its address wants to
// know.
const trying = 12 * time.Second

// brokerPage shows which MQTT broker is told, and how it goes.
func (s *Pages) brokerPage(w http.ResponseWriter, r *http.Request) {
	slowly(w)
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "settings", Look: true, Path: "/settings/mqtt"}
	b, password := s.Opts.Owner.Broker.Broker()
	ctx, done := context.WithTimeout(r.Context(), trying)
	defer done()
	now, say := s.Opts.Owner.Broker.Outcome(ctx), s.Speaker(p.Lang, nil)
	d := ownerpage.Broker{
		Address: b.Address, Name: b.Name, User: b.User, CA: b.CA, TLS: b.TLS, Password: password,
		Told: now.Address, Trying: now.Trying, Wrong: say(now.Wrong), Fix: say(now.Fix),
	}
	part, err := s.Templates[p.Lang]().Fill("broker", d)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Parts = site.Fragments{"device": part}
	s.Write(w, http.StatusOK, p)
}

// setBroker changes which broker is told, or tries it again. Fields of the form: do, which is save
// or try; address, tls, ca, user, password, name.
func (s *Pages) setBroker(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	to := site.Outcome{Go: "/settings/mqtt"}
	switch do := r.PostFormValue("do"); do {
	case "try":
		s.Opts.Owner.Broker.Again()
		return to, nil
	case "save":
	default:
		return site.Outcome{}, fmt.Errorf("%w: nobody can %q a broker", site.ErrMalformed, do)
	}
	field := func(name string) string { return strings.TrimSpace(r.PostFormValue(name)) }
	b := mqtt.Broker{Address: field("address"), TLS: field("tls") != "", CA: field("ca"), User: field("user"), Password: r.PostFormValue("password"), Name: field("name")}
	if scheme, rest, found := strings.Cut(b.Address, "://"); found { // as other programs write it
		b.Address, b.TLS = strings.TrimRight(rest, "/"), b.TLS || scheme == "mqtts" || scheme == "ssl"
	}
	switch _, port, err := net.SplitHostPort(b.Address); {
	case strings.ContainsAny(b.Address, "/ @"), err == nil && !isPort(port):
		return site.Outcome{}, engine.Refuse("that is no address of a broker; write its name or number, such as homeassistant.local or 192.168.1.5:1883")
	case b.CA != "" && !filepath.IsAbs(b.CA):
		return site.Outcome{}, engine.Refuse("the file with the authority has to begin with a slash: the service runs in no folder of yours")
	}
	if b.Name != "" && !mqtt.ValidName.MatchString(b.Name) {
		return site.Outcome{}, engine.Refuse("a name at the broker has up to 32 small letters, digits and _; it is used in addresses")
	}
	if err := s.Opts.Owner.Broker.Change(b); err != nil {
		return site.Outcome{}, err
	}
	s.Logger.Info("the owner has changed the MQTT broker")
	return to, nil
}

func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0
}
