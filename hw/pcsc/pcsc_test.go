package pcsc_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/pcscd"
	"arbiter/hw/pcsc"
	"arbiter/hw/readertest"
)

const acr122 = "ACS ACR122U PICC Interface"

// A bench is an emulated daemon and a computer with its USB.
type bench struct {
	*testing.T
	*pcscd.Daemon
	socket string
	root   string // of the computer's files
	client *pcsc.Daemon
}

func newBench(t *testing.T, minor int) *bench {
	t.Helper()
	b := &bench{T: t, root: t.TempDir()}
	b.socket = filepath.Join(b.root, "comm")
	var err error
	if b.Daemon, err = pcscd.Listen(b.socket, minor); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Kill() })
	return b
}

func (b *bench) opts() pcsc.Opts {
	return pcsc.Opts{Socket: b.socket, Root: os.DirFS(b.root), RetryMin: time.Millisecond, RetryMax: 5 * time.Millisecond}
}

// reader opens a reader of the rig. Those of one bench share their client.
func (b *bench) reader(name, address string) *pcsc.Reader {
	b.Helper()
	if b.client == nil {
		b.client = pcsc.Open(b.opts())
	}
	r := b.client.Reader(name, address)
	b.Cleanup(func() {
		if err := r.Close(); err != nil {
			b.Error(err)
		}
	})
	return r
}

// at makes a USB device at a port.
func (b *bench) at(plug string, device byte) pcscd.USB {
	b.Helper()
	dir := filepath.Join(b.root, "sys/bus/usb/devices", plug)
	for file, n := range map[string]int{"busnum": 1, "devnum": int(device)} {
		if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, file), []byte(strconv.Itoa(n)+"\n"), 0o600)); err != nil {
			b.Fatal(err)
		}
	}
	return pcscd.USB{Bus: 1, Device: device}
}

func (b *bench) pull(plug string) {
	b.Helper()
	if err := os.RemoveAll(filepath.Join(b.root, "sys/bus/usb/devices", plug)); err != nil {
		b.Fatal(err)
	}
}

// says returns what a scan says.
func says(t *testing.T, r hw.Reader) string {
	t.Helper()
	uids, err := r.Scan(t.Context())
	if err != nil {
		return fmt.Sprint(uids, " ", err)
	}
	return fmt.Sprint(uids)
}

// until scans until the reader says something; "[]" is an empty reader, without an error.
func until(t *testing.T, r hw.Reader, want string) {
	t.Helper()
	got := ""
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) { // until it says that
		if got = says(t, r); got == want || want != "[]" && strings.Contains(got, want) {
			return
		}
	}
	t.Fatalf("reader %s says %q, want %q", r.Name(), got, want)
}

func bytes(t *testing.T, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Numbers of all lengths are read as they are; what is not ISO 14443 A, or was cut short, is
// refused with a sentence, and so is a card that does not answer.
func TestNumbers(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	board := b.Plug(acr122, b.at("1-1", 4))
	r := b.reader("table", acr122)
	until(t, r, "[]")
	for _, uid := range []string{"DEADBEEF", "08A1B2C3", "04A2241B5C6D80", "00112233445566778899"} {
		board.Lay(bytes(t, uid)...)
		until(t, r, "["+uid+"]")
		if uids, err := r.Scan(t.Context()); err != nil || uids[0].Random() != (uid == "08A1B2C3") {
			t.Errorf("is %v a phone? %v, %v", uids, uids[0].Random(), err)
		}
	}
	for answer, want := range map[string]string{
		"E004010012345678" + "9000": "it is none of ISO 14443 A: a UID has 4, 7 or 10 bytes, not 8",
		"8804A224" + "9000":         "only the beginning of a number of 7 bytes",
		"6A81":                      "it tells no number (6A81)",
		"":                          "an answer of 0 bytes",
	} {
		board.LayOdd(bytes(t, answer)...)
		until(t, r, want)
		if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrUnreadable) && !errors.Is(err, hw.ErrIO) {
			t.Errorf("%s: %v, want a card that cannot be read", want, err)
		}
	}
	board.LayMute()
	until(t, r, hw.ErrUnreadable.Error())
	board.Lift()
	until(t, r, "[]")
}

// If a card is swapped between two looks of the daemon, only the number of events shows it.
func TestSwapped(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	board := b.Plug(acr122, pcscd.USB{})
	r := b.reader("table", acr122)
	for i := range 50 {
		uid := fmt.Sprintf("04A2241B5C6D%02X", i)
		board.Lay(bytes(t, uid)...)
		until(t, r, "["+uid+"]")
	}
	board.Fail(pcscd.RemovedCard, 1) // laid, and taken while it is read
	board.Lay(1, 2, 3, 4)
	until(t, r, "its card is being read")
	until(t, r, "[01020304]") // a moment later, without another event
	board.Fail(pcscd.NotTransacted, 1000)
	board.Lay(1, 2, 3, 5)
	until(t, r, hw.ErrUnreadable.Error()+": pcscd answers 80100016")
}

// The buzzer of an ACR122U is switched off with its first card, once each time the reader is
// plugged in. Other readers do not get this command, and readers that nobody uses get none at all.
func TestBuzzer(t *testing.T) {
	t.Parallel()
	b := newBench(t, 4)
	loud, other, foreign := b.Plug(acr122, pcscd.USB{}), b.Plug("HID Global OMNIKEY 5022 Smart Card Reader", pcscd.USB{}), b.Plug("Alcor Micro AU9540", pcscd.USB{})
	table, market := b.reader("table", acr122), b.reader("market", "HID Global OMNIKEY 5022 Smart Card Reader")
	foreign.Lay(9, 9, 9, 9)
	for _, board := range []*pcscd.Reader{loud, other} {
		board.Lay(1, 2, 3, 4)
	}
	until(t, table, "[01020304]")
	until(t, market, "[01020304]")
	loud.Lay(1, 2, 3, 5)
	until(t, table, "[01020305]")
	got := b.Commands()
	slices.Sort(got)
	if want := []string{"FF00520000", "FFCA000000", "FFCA000000", "FFCA000000"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	loud.Gone()
	until(t, table, "there is no "+acr122)
	loud.Replug(pcscd.USB{})
	loud.Lay(1, 2, 3, 6)
	until(t, table, "[01020306]")
	if got := b.Commands()[4:]; !slices.Contains(got, "FF00520000") {
		t.Errorf("plugged in anew: sent %q", got)
	}
}

// Readers of one kind are told apart by their ports, whatever numbers the daemon gives them; a
// moved reader is reported, and so is a name that two readers have. The slot for a card inside a
// reader is not a place for cards.
func TestPlugs(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	first, second := b.Plug(acr122, b.at("1-1.2", 7)), b.Plug(acr122, b.at("1-1.3", 9))
	double := b.at("1-1.4", 10)
	b.Plug("ACS ACR1252 Dual Reader [ACR1252 Dual Reader SAM]", double).Lay(9, 9, 9, 9)
	b.Plug("ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC]", double).Lay(7, 7, 7, 7)
	purple, red := b.reader("purple", "usb:1-1.2"), b.reader("red", "usb:1-1.3")
	first.Lay(1, 1, 1, 1)
	second.Lay(2, 2, 2, 2)
	until(t, purple, "[01010101]")
	until(t, red, "[02020202]")
	until(t, b.reader("green", "usb:1-1.4"), "[07070707]")
	both := pcsc.Open(b.opts()).Reader("blue", acr122)
	until(t, both, "2 readers are named "+acr122+"; write usb:1-1.2 or usb:1-1.3")
	if err := both.Close(); err != nil {
		t.Error(err)
	}
	if got, err := purple.Chip(t.Context()); err != nil || got != acr122+" (usb:1-1.2)" {
		t.Errorf("it says of itself: %s, %v", got, err)
	}
	for _, x := range []struct {
		board *pcscd.Reader
		plug  string
	}{{first, "1-1.2"}, {second, "1-1.3"}} {
		x.board.Unplug()
		b.pull(x.plug)
		x.board.Gone()
	}
	until(t, purple, "there is no usb:1-1.2")
	second.Replug(b.at("1-1.3", 12)) // the other order: now it has the number 00
	first.Replug(b.at("1-1.1", 13))
	second.Lay(2, 2, 2, 2)
	until(t, red, "[02020202]")
	until(t, purple, "there is no usb:1-1.2; not in use: usb:1-1.1")
	if _, err := purple.Scan(t.Context()); hw.ObstacleOf(err) != hw.Moved {
		t.Errorf("moved: %v", err)
	}
	list, err := pcsc.List(t.Context(), b.opts())
	var got []string
	for _, f := range list {
		got = append(got, fmt.Sprint(f.Address(), f.SAM))
	}
	slices.Sort(got)
	if want := []string{"usb:1-1.1false", "usb:1-1.3false", "usb:1-1.4false", "usb:1-1.4true"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("listed %q, %v, want %q", got, err, want)
	}
}

// When a reader is unplugged, the daemon first says that its card was taken, which nobody did.
func TestUnpluggedIsNotTaken(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	board := b.Plug(acr122, b.at("1-1.2", 7))
	r, named := b.reader("table", "usb:1-1.2"), b.reader("named", acr122)
	board.Lay(1, 2, 3, 4)
	until(t, r, "[01020304]")
	until(t, named, "[01020304]")
	b.pull("1-1.2")
	board.Unplug()
	for range 50 {
		if says(t, r) == "[]" || says(t, named) == "[]" {
			t.Fatal("a reader without its card, which is no reader")
		}
	}
	until(t, named, "it was unplugged")
	until(t, r, "it was unplugged")
	if _, err := r.Scan(t.Context()); hw.ObstacleOf(err) != hw.Unplugged {
		t.Errorf("unplugged: %v", err)
	}
	board.Gone()
	until(t, r, "there is no usb:1-1.2")
	board.Replug(b.at("1-1.2", 8))
	until(t, r, "[]") // control: a reader that is there, and empty
}

// A daemon accepts only its own version of the protocol. An unknown version is named.
func TestVersions(t *testing.T) {
	t.Parallel()
	for minor, want := range map[int]string{5: "[5]", 4: "[5 4]", 6: "[5 4]"} {
		b := newBench(t, minor)
		list, err := pcsc.List(t.Context(), b.opts())
		if got := fmt.Sprint(b.Greeted()); got != want {
			t.Errorf("4:%d: asked for %s, want %s", minor, got, want)
		}
		if minor < 6 {
			if err != nil || len(list) != 0 {
				t.Errorf("4:%d: %v, %v", minor, list, err)
			}
			continue
		}
		if err == nil || err.Error() != "pcscd speaks 4:6, this program 4:4 and 4:5" || hw.ObstacleOf(err) != hw.OtherVersion {
			t.Errorf("an unknown version: %v", err)
		}
	}
	b := newBench(t, 4)
	board := b.Plug(acr122, pcscd.USB{})
	r := b.reader("table", acr122)
	until(t, r, "[]")
	for i := range 3 {
		board.Lay(1, 2, 3, byte(i))
		until(t, r, fmt.Sprintf("[010203%02X]", i))
	}
	if got, want := fmt.Sprint(b.Greeted()), "[5 4 4 4 4 4]"; got != want {
		t.Errorf("asked for %s, want %s: once it is known, the version is not asked for again", got, want)
	}
}

// Each thing that keeps a reader from being used has its own sentence, and a reason that people can
// act on.
func TestTroubles(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	board := b.Plug(acr122, b.at("1-1.2", 7))
	r := b.reader("table", "usb:1-1.2")
	for _, x := range []struct {
		do, undo func()
		want     string
		why      hw.Obstacle
	}{
		{func() { board.Hang(true) }, func() { board.Hang(false) }, "the reader does not answer pcscd", hw.Failing},
		{func() { board.Take(true); board.Lay(1, 2, 3, 4) }, func() { board.Take(false); board.Lift() }, "another program has the reader for itself", hw.InUse},
		{func() { b.KeepCards(true); board.Lay(1, 2, 3, 4) }, func() { b.KeepCards(false); board.Lift() }, "polkit does not allow this user org.debian.pcsc-lite.access_card", hw.NoRight},
		{func() { b.Refuse(true); board.Lay(1, 2, 3, 4) }, func() { b.Refuse(false); board.Lift() }, "polkit does not allow this user org.debian.pcsc-lite.access_pcsc", hw.NoRight},
		{func() { b.Kill() }, func() { b.Start() }, "pcscd does not run", hw.NoService},
		{func() { b.Kill(); b.Speak(7); b.Start() }, func() { b.Kill(); b.Speak(5); b.Start() }, "pcscd speaks 4:7", hw.OtherVersion},
	} {
		until(t, r, "[]")
		x.do()
		until(t, r, x.want)
		if _, err := r.Scan(t.Context()); hw.ObstacleOf(err) != x.why || !errors.Is(err, hw.ErrNoReader) {
			t.Errorf("%v: %q, want %q", err, hw.ObstacleOf(err), x.why)
		}
		x.undo()
	}
	until(t, r, "[]")
	b.KeepCards(true) // before anything is known
	other := b.reader("other", "usb:1-1.9")
	board.Gone()
	board.Replug(b.at("1-1.2", 8))
	until(t, other, "org.debian.pcsc-lite.access_card")
	until(t, b.reader("named", acr122), "org.debian.pcsc-lite.access_card") // although no card lies there
	b.KeepCards(false)
	until(t, other, "there is no usb:1-1.9")
}

// A reader that keeps its callers waiting is the only one that does not answer.
func TestOneReaderStalls(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	bad, good := b.Plug(acr122, b.at("1-1", 4)), b.Plug(acr122, b.at("1-2", 5))
	bad.Stall(true) // from the beginning: not even its plug is known
	stalled, well := b.reader("stalled", "usb:1-1"), b.reader("well", "usb:1-2")
	until(t, well, "[]")
	bad.Lay(1, 1, 1, 1)
	until(t, stalled, "its card is being read")
	if got := says(t, well); got != "[]" { // it does not wait
		t.Errorf("beside a reader that stalls: %s", got)
	}
	for i := range 20 {
		good.Lay(2, 2, 2, byte(i))
		until(t, well, fmt.Sprintf("[020202%02X]", i))
		if got := says(t, stalled); got == "[]" {
			t.Fatal("a reader that does not answer is said to be empty")
		}
	}
	tier.Test(t, tier.Readers, "the time that the daemon is given for an answer")
	until(t, stalled, "pcscd does not answer within 5s")
	bad.Stall(false)
	until(t, stalled, "[01010101]")
}

// If nothing changes, the daemon is asked now and then whether it is alive, and that loses no
// change.
func TestPulse(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	board := b.Plug(acr122, pcscd.USB{})
	o := b.opts()
	o.Pulse = time.Millisecond
	b.client = pcsc.Open(o)
	r := b.reader("table", acr122)
	until(t, r, "[]")
	for i := range 10 {
		for before := b.Stops(); b.Stops() < before+2; time.Sleep(time.Millisecond) { // until it has looked twice
		}
		board.Lay(1, 2, 3, byte(i))
		until(t, r, fmt.Sprintf("[010203%02X]", i))
	}
}

// A daemon that is alive but does not answer is noticed even if no card changes.
func TestDaemonHangs(t *testing.T) {
	tier.Test(t, tier.Readers, "the time that the daemon is given for an answer")
	t.Parallel()
	b := newBench(t, 5)
	b.Plug(acr122, pcscd.USB{})
	o := b.opts()
	o.Pulse = 10 * time.Millisecond
	b.client = pcsc.Open(o)
	r := b.reader("table", acr122)
	until(t, r, "[]")
	b.Hang(true)
	until(t, r, "pcscd does not answer within")
	b.Hang(false)
	until(t, r, "[]")
}

// The daemon is killed again and again.
func TestManyReconnects(t *testing.T) {
	times := tier.Of(t, tier.Readers, "reconnects", 30, 500, 10_000)
	b := newBench(t, 5)
	board := b.Plug(acr122, b.at("1-1.2", 7))
	board.Lay(0xDE, 0xAD, 0xBE, 0xEF)
	r := b.reader("table", "usb:1-1.2")
	readertest.Reconnects(t, times, readertest.Rig{Reader: r, Card: "DEADBEEF", Pull: b.Kill, Plug: b.Start})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// Sixteen readers are listed, and not one more.
func TestMost(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	for range pcsc.Most + 1 {
		b.Plug(acr122, pcscd.USB{})
	}
	list, err := pcsc.List(t.Context(), b.opts())
	if len(list) != pcsc.Most || err != nil {
		t.Errorf("%d readers, %v", len(list), err)
	}
}
