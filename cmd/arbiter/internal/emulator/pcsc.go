package emulator

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"arbiter/hw/emu/pcscd"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
)

// A cardService is an emulated pcscd, and the files of a computer that say what is plugged in where.
type cardService struct {
	*pcscd.Daemon
	dir   string // of its own: the path of a socket has to be short
	plugs byte   // how often something was plugged in
}

// usual is the name of a reader that the rig names by its plug.
const usual = "ACS ACR122U PICC Interface"

// PCSC returns the socket of the emulated pcscd, and the files of its computer.
func (t *Emulator) PCSC() (socket string, root fs.FS) {
	if t.cards == nil {
		return "there is no pcscd", os.DirFS(os.DevNull)
	}
	return filepath.Join(t.cards.dir, "pcscd.comm"), os.DirFS(t.cards.dir)
}

// addPCSC plugs in a reader of pcscd.
func (t *Emulator) addPCSC(r setups.Reader) (err error) {
	if t.cards == nil {
		s := &cardService{}
		if s.dir, err = os.MkdirTemp("", "arbiter-pcscd-"); err != nil {
			return err
		}
		if s.Daemon, err = pcscd.Listen(filepath.Join(s.dir, "pcscd.comm"), 5); err != nil {
			return errors.Join(err, s.close())
		}
		t.cards = s
	}
	name, plug := r.Port, ""
	if at, is := strings.CutPrefix(r.Port, "usb:"); is {
		name, plug = usual, at
	}
	at, err := t.cards.plugIn(plug)
	if err != nil {
		return err
	}
	t.Slots[r.Name] = &clientSlot{cardService: t.cards, Reader: t.cards.Daemon.Plug(name, at), plug: plug, there: true}
	return nil
}

// close ends the service.
func (s *cardService) close() error {
	var err error
	if s.Daemon != nil {
		err = s.Kill()
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// folder is that of a device at USB.
func (s *cardService) folder(plug string) string {
	return filepath.Join(s.dir, "sys/bus/usb/devices", plug)
}

// plugIn makes a device of USB; without a plug the reader is elsewhere.
func (s *cardService) plugIn(plug string) (at pcscd.USB, err error) {
	if plug == "" {
		return at, nil
	}
	s.plugs++
	bus, _, _ := strings.Cut(plug, "-")
	number, err := strconv.ParseUint(bus, 10, 8)
	if err != nil {
		return at, err
	}
	err = os.MkdirAll(s.folder(plug), 0o700)
	for file, n := range map[string]byte{"busnum": byte(number), "devnum": s.plugs} {
		err = errors.Join(err, os.WriteFile(filepath.Join(s.folder(plug), file), []byte(strconv.Itoa(int(n))+"\n"), 0o600))
	}
	return pcscd.USB{Bus: byte(number), Device: s.plugs}, err
}

// clientSlot is a reader of pcscd. It knows one card at a time.
type clientSlot struct {
	*cardService
	*pcscd.Reader
	plug  string
	there bool
	uid   []byte // of the card there; nil: none
}

func (s *clientSlot) Lay(t *picc.Tag) {
	s.uid = t.UID()
	s.Reader.Lay(s.uid...)
}

func (s *clientSlot) Lift(t *picc.Tag) {
	if slices.Equal(s.uid, t.UID()) {
		s.uid = nil
		s.Reader.Lift()
	}
}

func (s *clientSlot) Plug() error {
	if s.there {
		return nil
	}
	at, err := s.plugIn(s.plug)
	if err == nil {
		s.there = true
		s.Replug(at)
	}
	return err
}

func (s *clientSlot) Unplug() error {
	if !s.there {
		return nil
	}
	s.there = false
	if s.plug != "" {
		if err := os.RemoveAll(s.folder(s.plug)); err != nil {
			return err
		}
	}
	s.Reader.Unplug()
	s.Gone()
	return nil
}

func (s *clientSlot) Faults() []Fault {
	return []Fault{
		{"hang", "the reader does not answer pcscd", 0, "", func(float64) { s.Reader.Hang(true) }, func() { s.Reader.Hang(false) }},
		{"taken", "another program has the reader for itself", 0, "", func(float64) { s.Take(true) }, func() { s.Take(false) }},
		{"no-right", "polkit does not allow cards", 0, "", func(float64) { s.KeepCards(true) }, func() { s.KeepCards(false) }},
		{"no-service", "pcscd has ended", 0, "", func(float64) { _ = s.Kill() }, func() { _ = s.Start() }},
	}
}
