package doctor

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/pcsc"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// listing is how long pcscd may take to list its readers.
const listing = 5 * time.Second

// stealer is the driver of the kernel that takes an ACR122U before pcscd does.
const stealer = "sys/bus/usb/drivers/pn533_usb"

// pcscd examines the service that has the readers of PC/SC.
func (x *check) pcscd(n wiring.Needs) {
	who := n.Needing(n.PCSC...)
	if len(who) == 0 {
		return
	}
	x.stolen(who)
	ctx, cancel := context.WithTimeout(context.Background(), listing)
	defer cancel()
	list, err := pcsc.List(ctx, device.PCSC(x.pins))
	switch {
	case err != nil:
		what, fix := x.troubleOfPCSCD(err)
		x.lack(engine.Say("%s; these need it: %s", what, inWords(who)), fix, who, true)
		return
	case len(list) >= pcsc.Most:
		x.warn(engine.Say("pcscd lists %d readers, which is as many as it can", len(list)), engine.Say("what is missing may be one too many: use other kinds of readers beside"))
	}
	var names []string
	for _, f := range list {
		if !f.SAM {
			names = append(names, f.Address()+" ("+f.Name+")")
		}
	}
	if len(names) > 0 {
		x.ok(engine.Say("readers of pcscd: %s", strings.Join(names, ", ")))
	}
	x.polkit(who)
}

// stolen reports readers that the kernel keeps from pcscd.
func (x *check) stolen(who []wiring.Dependent) {
	entries, err := fs.ReadDir(x.machine.root, stealer)
	if err != nil {
		return
	}
	var plugs []string
	for _, e := range entries {
		if plug, _, is := strings.Cut(e.Name(), ":"); is {
			plugs = append(plugs, "usb:"+plug)
		}
	}
	if len(plugs) > 0 {
		x.lack(engine.Say("the driver pn533_usb of the kernel has the reader at %s, so that pcscd cannot", strings.Join(plugs, ", ")),
			engine.Say("sudo sh -c 'echo blacklist pn533_usb > /etc/modprobe.d/arbiter-pcsc.conf; modprobe -r pn533_usb; systemctl restart pcscd'"), who, false)
	}
}

// The package brings the rule; the policy shows that pcscd asks polkit.
const (
	polkitRule   = "usr/share/polkit-1/rules.d/50-arbiter.rules"
	polkitPolicy = "usr/share/polkit-1/actions/org.debian.pcsc-lite.policy"
)

// polkit checks whether polkit would refuse the service, since it never refuses root, who may be
// asking.
func (x *check) polkit(who []wiring.Dependent) {
	if x.machine.uid != 0 || x.account().uid == 0 || !x.machine.has(polkitPolicy) || x.machine.has(polkitRule) || x.machine.has(path.Join("etc/polkit-1/rules.d", path.Base(polkitRule))) {
		return
	}
	x.lack(engine.Say("no rule of polkit lets the user %s use pcscd", serviceUser), x.ruleFor(), who, false)
}

// ruleFor says how to get the rule.
func (x *check) ruleFor() engine.Text {
	return engine.Say("sudo apt install --reinstall arbiter brings the rule for its service; for another user a rule has to allow both: %s and %s", pcsc.AccessDaemon, pcsc.AccessCard)
}

// troubleOfPCSCD says what is wrong with pcscd itself, and what to do.
func (x *check) troubleOfPCSCD(err error) (what, fix engine.Text) {
	denied, version := (*pcsc.DeniedError)(nil), (*pcsc.VersionError)(nil)
	switch {
	case errors.As(err, &denied):
		return engine.Say("pcscd refuses this user: polkit does not allow %s", denied.Action), x.ruleFor()
	case errors.As(err, &version):
		return engine.Say("%s", engine.Term(version.Error())), engine.Say("install an Arbiter that is as new as pcscd, or the pcscd of Debian 12 or 13")
	case errors.Is(err, pcsc.ErrNoDaemon) && !x.machine.has("usr/sbin/pcscd"):
		return engine.Say("pcscd is not installed"), engine.Say("sudo apt install pcscd libccid")
	case errors.Is(err, pcsc.ErrNoDaemon):
		return engine.Say("pcscd does not run"), engine.Say("sudo systemctl enable --now pcscd.socket")
	}
	return engine.Say("pcscd does not answer (%s)", detail(err)), engine.Say("sudo systemctl restart pcscd; if that is no help, pull the readers' plugs and plug them in again")
}

func ofPCSCD(who engine.Text, reason string) engine.Text {
	return engine.Say("%s: %s", who, engine.Term(reason))
}
func hanging(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: the reader at %s does not answer pcscd", who, ports)
}
func notListed(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: pcscd lists no %s", who, ports)
}
func usedAlone(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: another program has %s for itself", who, ports)
}

// refusedByPCSCD returns why pcscd does not let a reader be used, and what to do.
func (x *check) refusedByPCSCD(r setups.Reader, err error) (silence, bool) {
	absent, ambiguous := (*pcsc.AbsentError)(nil), (*pcsc.AmbiguousError)(nil)
	switch why := hw.ObstacleOf(err); {
	case errors.As(err, &absent) && len(absent.Free) > 0:
		return silence{say: notListed, place: r.Port, fix: engine.Say("plug it in where it was, or write one of these into the rig, or have the page /rig do it: %s", strings.Join(absent.Free, ", "))}, true
	case why == hw.Missing, why == hw.Unplugged:
		return silence{say: notListed, fix: engine.Say("plug it in; if it is, look whether lsusb lists it, and install libccid")}, true
	case errors.As(err, &ambiguous):
		return silence{say: ofPCSCD, reason: ambiguous.Error(), fix: engine.Say("tell them apart by their plugs in the rig, or have the page /rig do it")}, true
	case why == hw.InUse:
		return silence{say: usedAlone, fix: engine.Say("end that program: a browser, or gpg with its scdaemon")}, true
	case why == hw.Failing:
		return silence{say: hanging, fix: engine.Say("pull its plug and plug it in again; if it happens often, use a shorter cable, or a USB hub with a supply of its own")}, true
	case why != hw.NoObstacle:
		what, fix := x.troubleOfPCSCD(err)
		return silence{say: func(who engine.Text, _ string) engine.Text { return engine.Say("%s: %s", who, what) }, reason: what.String(), fix: fix}, true
	}
	return silence{}, false
}
