package pn532_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/pn532"
	driver "arbiter/hw/pn532"
)

var uidLine = regexp.MustCompile(`UID \(NFCID1\): ([0-9a-f ]+)`)

// libnfc returns what nfc-list finds behind the port, as sorted hex. Its own deadlines are short
// for a busy machine, where it may find less, or nothing.
func libnfc(t *testing.T, port string) (uids []string, out string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	list := exec.CommandContext(ctx, "nfc-list", "-t", "1")
	list.Env = append(list.Environ(), "LIBNFC_DEVICE=pn532_uart:"+port)
	text, err := list.CombinedOutput()
	out = fmt.Sprintf("%v\n%s", err, text)
	for _, m := range uidLine.FindAllStringSubmatch(out, -1) {
		uids = append(uids, strings.ToUpper(strings.ReplaceAll(m[1], " ", "")))
	}
	slices.Sort(uids)
	return uids, out
}

// agrees gives libnfc five minutes to list exactly these tags.
func agrees(t *testing.T, port string, want []string) {
	t.Helper()
	begin := time.Now()
	for try := 1; time.Since(begin) < 5*time.Minute; try++ {
		got, out := libnfc(t, port)
		for _, u := range got {
			if !slices.Contains(want, u) {
				t.Fatalf("libnfc lists %s, there is %v", u, want)
			}
		}
		if slices.Equal(got, want) && strings.Contains(out, "opened") {
			return
		}
		t.Logf("try %d: %v, want %v; %s", try, got, want, out)
	}
	t.Errorf("libnfc does not list %v", want)
}

// TestLibnfc: Debian's libnfc, which was written for real chips, lists the tags of the emulated
// one, and our driver finds the same ones.
func TestLibnfc(t *testing.T) {
	tier.Test(t, tier.Readers, "nfc-list, which takes its time")
	if _, err := exec.LookPath("nfc-list"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("nfc-list is missing: install libnfc-bin")
		}
		t.Skip("nfc-list is missing: install libnfc-bin")
	}
	rng := rand.New(rand.NewPCG(tier.Seed(t), 6))
	for n := range 6 {
		t.Run(fmt.Sprint(n, " tags"), func(t *testing.T) {
			f := picc.NewField(1)
			var want []string
			for i := range n {
				uid := make([]byte, []int{4, 7, 10}[(n+i)%3])
				for j := range uid {
					uid[j] = byte(rng.Uint32()) &^ 0x88 // no cascade tag where none may be
				}
				f.Place(picc.New(uid...))
				want = append(want, fmt.Sprintf("%X", uid))
			}
			slices.Sort(want)
			c := pn532.New(f, 1)
			port := filepath.Join(t.TempDir(), "ttyPN532")
			if err := c.Plug(port); err != nil {
				t.Fatal(err)
			}
			defer c.Unplug()
			for range 2 { // each leaves the chip usable for the other
				agrees(t, port, want)
				if got := ours(t, port); !slices.Equal(got, want) {
					t.Errorf("our driver finds %v, want %v", got, want)
				}
			}
		})
	}
}

func ours(t *testing.T, port string) (uids []string) {
	t.Helper()
	r := driver.Open("reader", port, driver.Opts{Ack: 5 * time.Minute, Reply: 5 * time.Minute})
	found, err := r.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range found {
		uids = append(uids, u.String())
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(uids)
	return uids
}
