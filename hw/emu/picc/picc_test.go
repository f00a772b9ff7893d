package picc_test

import (
	"fmt"
	"testing"

	"arbiter/hw/emu/picc"
)

// say sends whole bytes (or, with one byte, a request of 7 bits) and prints
// the answer in hex with its bits and collision.
func say(f *picc.Field, data ...byte) string {
	n := 8 * len(data)
	if len(data) == 1 {
		n = 7
	}
	a, collision := f.Exchange(picc.Bits{Data: data, N: n})
	if a.N == 0 {
		return "-"
	}
	s := fmt.Sprintf("%X/%d", a.Data, a.N)
	if collision > 0 {
		s += fmt.Sprintf("!%d", collision)
	}
	return s
}

func sealed(data ...byte) []byte {
	crc := picc.CRCA(data)
	return append(data, crc[:]...)
}

type step struct {
	send []byte
	want string
}

var (
	reqa = step{[]byte{0x26}, "4400/16"}
	wupa = step{[]byte{0x52}, "4400/16"}
	hlta = step{sealed(0x50, 0), "-"}
	cl1  = step{sealed(0x93, 0x70, 0x88, 0x04, 0xA2, 0x24, 0x0A), "04DA17/24"}
	cl2  = step{sealed(0x95, 0x70, 0x1B, 0x5C, 0x6D, 0x80, 0xAA), "00FE51/24"}
	deaf = func(s step) step { return step{s.send, "-"} }
)

// TestStates walks the state diagram (ISO/IEC 14443-3, figure 7) with a
// 7-byte tag.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []step
	}{
		{"select", []step{reqa, cl1, cl2}},
		{"anticollision at both levels", []step{reqa, {[]byte{0x93, 0x20}, "8804A2240A/40"}, cl1, {[]byte{0x95, 0x20}, "1B5C6D80AA/40"}, cl2}},
		{"level 2 needs level 1", []step{reqa, deaf(cl2)}},
		{"idle hears requests only", []step{deaf(cl1), reqa}},
		{"a second REQA sends it back to idle", []step{reqa, deaf(reqa), reqa}},
		{"active ignores REQA once", []step{reqa, cl1, cl2, deaf(reqa), reqa}},
		{"halted hears WUPA only", []step{reqa, cl1, cl2, hlta, deaf(reqa), wupa, cl1, cl2}},
		{"woken from halt it falls back to halt", []step{reqa, cl1, cl2, hlta, wupa, deaf(cl2), deaf(reqa), wupa}},
		{"wrong CRC", []step{reqa, {[]byte{0x93, 0x70, 0x88, 0x04, 0xA2, 0x24, 0x0A, 0, 0}, "-"}, reqa}},
		{"another tag's UID", []step{reqa, {sealed(0x93, 0x70, 0x88, 0x04, 0xA2, 0x25, 0x0B), "-"}, reqa}},
		{"read pages 0 to 3", []step{reqa, cl1, cl2, {sealed(0x30, 0), fmt.Sprintf("%X/144", sealed(0x04, 0xA2, 0x24, 0x0A, 0x1B, 0x5C, 0x6D, 0x80, 0xAA, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0))}}},
		{"write and read back", []step{reqa, cl1, cl2, {sealed(0xA2, 5, 1, 2, 3, 4), "0A/4"},
			{sealed(0x30, 5), fmt.Sprintf("%X/144", sealed(1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))}}},
		{"the UID cannot be written", []step{reqa, cl1, cl2, {sealed(0xA2, 0, 1, 2, 3, 4), "00/4"}, reqa}},
		{"no such page", []step{reqa, cl1, cl2, {sealed(0x30, 45), "00/4"}, reqa}},
		{"reading needs selection", []step{reqa, deaf(step{send: sealed(0x30, 0)})}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := picc.NewField(1)
			f.Place(picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80))
			f.Power(true)
			for i, s := range c.steps {
				if got := say(f, s.send...); got != s.want {
					t.Fatalf("step %d, % X: %s, want %s", i, s.send, got, s.want)
				}
			}
		})
	}
}

func TestPowerForgets(t *testing.T) {
	f := picc.NewField(1)
	tag := picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80)
	f.Place(tag)
	if got, want := say(f, 0x26), "-"; got != want {
		t.Errorf("without a field: %s, want %s", got, want)
	}
	f.Power(true)
	for _, s := range []step{reqa, cl1, cl2, hlta, deaf(reqa)} {
		say(f, s.send...)
	}
	f.Power(false)
	f.Power(true)
	if got, want := say(f, 0x26), "4400/16"; got != want {
		t.Errorf("halted, then without power: %s, want %s", got, want)
	}
	for _, s := range []step{cl1, cl2, hlta} {
		say(f, s.send...)
	}
	f.Power(false)
	f.Resume()
	if got, want := say(f, 0x26)+" "+say(f, 0x52), "- 4400/16"; got != want {
		t.Errorf("halted, then without power for too short a time: %s, want %s", got, want)
	}
	f.Lift(tag)
	f.Power(false)
	f.Place(tag)
	f.Resume()
	if got, want := say(f, 0x26), "4400/16"; got != want {
		t.Errorf("placed while the field was off: %s, want %s", got, want)
	}
	f.Lift(tag)
	if got, want := say(f, 0x26), "-"; got != want {
		t.Errorf("lifted: %s, want %s", got, want)
	}
}

func TestCollisions(t *testing.T) {
	for _, c := range []struct {
		name string
		tags [][]byte
		send [][]byte
		want string
	}{
		{"equal ATQAs do not collide", [][]byte{{4, 0, 0, 0, 0, 0, 1}, {4, 0, 0, 0, 0, 0, 2}}, [][]byte{{0x26}}, "4400/16"},
		{"different lengths collide in the ATQA", [][]byte{{1, 2, 3, 4}, {4, 0, 0, 0, 0, 0, 2}}, [][]byte{{0x26}}, "4400/16!7"},
		{"first bit", [][]byte{{0, 0, 0, 0}, {1, 0, 0, 0}}, [][]byte{{0x26}, {0x93, 0x20}}, "0100000001/40!1"},
		{"last UID bit", [][]byte{{0, 0, 0, 0}, {0, 0, 0, 0x80}}, [][]byte{{0x26}, {0x93, 0x20}}, "0000008080/40!32"},
	} {
		f := picc.NewField(1)
		f.Power(true)
		for _, u := range c.tags {
			f.Place(picc.New(u...))
		}
		got := ""
		for _, s := range c.send {
			got = say(f, s...)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPartialUID(t *testing.T) {
	f := picc.NewField(1)
	f.Power(true)
	f.Place(picc.New(0x00, 0xFF, 0x0F, 0x55)) // BCC A5
	say(f, 0x26)
	// 12 bits known: 00 and the low four bits of FF; 28 bits follow.
	a, _ := f.Exchange(picc.Bits{Data: []byte{0x93, 0x34, 0x00, 0x0F}, N: 28})
	if got, want := fmt.Sprintf("%X/%d", a.Data, a.N), "FF50550A/28"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFaults(t *testing.T) {
	f := picc.NewField(1)
	f.Power(true)
	for i := range byte(3) {
		f.Place(picc.New(1, 2, 3, i))
	}
	f.LoseRequests(1)
	f.Crowd(4)
	got := []string{say(f, 0x26), say(f, 0x26), say(f, 0x93, 0x20)}
	f.Capture(true)
	got = append(got, say(f, 0x93, 0x20))
	f.Crowd(3)
	got = append(got, say(f, 0x93, 0x20))
	want := []string{"-", "0400/16", "0102030303/40!25", "0102030000/40", "-"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestLostFrames: 10 % of the exchanges get no answer, and in half of those the tag heard the
// request all the same.
func TestLostFrames(t *testing.T) {
	f := picc.NewField(1)
	f.Place(picc.New(1, 2, 3, 4))
	f.Lose(0.1)
	silent, heard := 0, 0
	const rounds = 20000
	for range rounds {
		f.Power(false)
		f.Power(true)
		if say(f, 0x26) != "-" {
			continue
		}
		silent++
		f.Lose(0)
		if say(f, 0x93, 0x20) != "-" {
			heard++
		}
		f.Lose(0.1)
	}
	if silent < rounds/10-200 || silent > rounds/10+200 || heard < silent/2-200 || heard > silent/2+200 {
		t.Errorf("%d of %d exchanges were lost, %d of them heard by the tag; want a tenth and half of it", silent, rounds, heard)
	}
}

func TestNoise(t *testing.T) {
	f := picc.NewField(1)
	f.Place(picc.New(0, 0, 0, 0))
	f.Power(true)
	say(f, 0x26)
	f.Noise(0.01)
	ones := 0
	const rounds = 5000
	for range rounds {
		a, _ := f.Exchange(picc.Bits{Data: []byte{0x93, 0x20}, N: 16})
		for i := range a.N {
			ones += int(a.Data[i/8] >> (i % 8) & 1)
		}
	}
	if want := rounds * 40 / 100; ones < want-200 || ones > want+200 {
		t.Errorf("%d bits of %d turned over, want about %d", ones, rounds*40, want)
	}
}

// TestAir: tags in neighboring fields that are on at once hear nothing; the control has one field
// on.
func TestAir(t *testing.T) {
	var air picc.Neighborhood
	f, g := picc.NewField(1), picc.NewField(2)
	f.Share(&air)
	g.Share(&air)
	f.Place(picc.New(1, 2, 3, 4))
	f.Power(true)
	if got, want := say(f, 0x26), "0400/16"; got != want {
		t.Errorf("alone: %s, want %s", got, want)
	}
	g.Power(true)
	if got, want := say(f, 0x93, 0x20), "-"; got != want {
		t.Errorf("with a neighbor: %s, want %s", got, want)
	}
	g.Power(false)
	if got, want := say(f, 0x93, 0x20), "0102030404/40"; got != want {
		t.Errorf("alone again: %s, want %s", got, want)
	}
	if got, want := air.Most(), 2; got != want {
		t.Errorf("%d fields at once, want %d", got, want)
	}
}
