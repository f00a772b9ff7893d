package web_test

import (
	"arbiter/companion/assembly"
	"arbiter/companion/learning"
	"arbiter/companion/web"
	"arbiter/hw"
	"arbiter/setups"
)

// owners are the pages for whoever owns the device: settings, cards and their faces, the
// lesson, and the way to a rig.
func (g *gallery) owners() {
	h, s := teaching(g.T)
	p := g.device(h)
	prove(p)
	for _, x := range [][2]string{{"settings", "/settings"}, {"doctor", "/settings/doctor"}, {"mqtt", "/settings/mqtt"}, {"cards", "/cards"}, {"card-face", "/cards?game=council-of-shadows&card=discover"}, {"tags", "/tags"}, {"learn", "/learn"}} {
		g.take(p, x[0], x[1], readThen)
	}
	s.Want(learning.Wanted{With: []string{"full-book"}})
	s.lay(g.T, 1)
	uid, err := hw.NewUID([]byte{4, 1, 2, 3, 4, 5, 2})
	check(g.T, err)
	s.Change(hw.Change{Kind: hw.Arrived, Reader: "purple-2", UID: uid})
	g.take(p, "learn-card", "/learn", readThen)
	check(g.T, s.Name("ai-11"))
	g.take(p, "learn-number", "/learn", readThen)
	check(g.T, s.Tell([]string{"4"}))
	g.take(p, "learn-price", "/learn", glanced)
	check(g.T, s.Tell([]string{"1/0/0"}))
	check(g.T, s.Tell([]string{"1", "1", "colonize", "1", "in-range", "-"}))
	g.take(p, "learn-effect", "/learn", readThen)
	g.rig()
}

// rig goes the way from parts to a file.
func (g *gallery) rig() {
	r := newRigs()
	h := newHouse(g.T, func(o *web.Opts) { o.Owner.Rigs = workplace{r} })
	p := g.device(h)
	prove(p)
	do := func(pairs ...string) { post(p, "/rig", pairs...) }
	take := func(name string) { g.take(p, name, "/rig", readThen) }
	take("rig-parts")
	do("do", "parts", "computer", "pi", "readers", "four-rc522", "panel", "4.2", "buttons", "1")
	take("rig-wires")
	do("do", "go", "to", "readers")
	take("rig-reader")
	all := r.View().Rig.Readers
	r.sees(g.T, all[1].Name, 1)
	take("rig-swapped")
	do("do", "swap")
	r.sees(g.T, all[0].Name, 1)
	do("do", "nothing")
	take("rig-silent")
	do("do", "go", "to", "file")
	take("rig-file")
	do("do", "keep")
	take("rig-kept")
	r.found = []assembly.Found{
		{Reader: setups.Reader{Driver: "pcsc", Port: "usb:1-1.3"}, Name: "ACS ACR122U PICC Interface"}, {Reader: setups.Reader{Driver: "pn532", Port: "I2C1"}},
		{Reader: setups.Reader{Driver: "pn532", Port: "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"}, Silent: true},
	}
	do("do", "parts", "computer", "pi", "readers", assembly.Here, "panel", "none", "found", "pn532 I2C1")
	do("do", "go", "to", "parts")
	take("rig-found")
}
