package emulator

import (
	"bytes"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
)

// The picture on an emulated panel goes into a file; a panel that does not exist is reported.
func TestPictureOfAPanel(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "seen.png")
	var out bytes.Buffer
	o := Opts{Rig: "hat-2.13-one-rc522", Data: t.TempDir(), Addr: "127.0.0.1:0", Seed: 1, Flag: i18n.Flag{Lang: "en"}, Patience: time.Minute, Refresh: time.Millisecond}
	err := o.Run(t.Context(), &out, strings.NewReader("picture panel "+file+"\npicture glass "+file+"\npicture panel\n"), service.Helpers{})
	if !errors.Is(err, errLines) || !strings.Contains(out.String(), `there is no emulated panel "glass"; there is panel`) || !strings.Contains(out.String(), "name one panel and a file") {
		t.Errorf("%v:\n%s", err, out.String())
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if size := seen.Bounds().Size(); size.X != 250 || size.Y != 122 {
		t.Errorf("the picture is %v, want that of the glass", size)
	}
}

// A file records when a card first answered a reader, once each time it was laid, and when a panel
// began to get a picture.
func TestTimesOfWires(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "times")
	var out bytes.Buffer
	o := Opts{Rig: "hat-2.13-one-rc522", Data: t.TempDir(), Addr: "127.0.0.1:0", Seed: 1, Flag: i18n.Flag{Lang: "en"}, Patience: time.Minute, Refresh: time.Millisecond}
	began := time.Now().UnixNano()
	const lay = "lay 04A2241B5C6D80 table\nwait\nwait 0.3\nlift 04A2241B5C6D80\n"
	err := o.Run(t.Context(), &out, strings.NewReader("wait\n"+lay+lay+"times "+file+"\ntimes\n"), service.Helpers{})
	if !errors.Is(err, errLines) || !strings.Contains(out.String(), "name one file") {
		t.Errorf("%v:\n%s", err, out.String())
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for line := range strings.Lines(string(text)) {
		at, who, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseInt(at, 10, 64)
		if err != nil || n < began || n > time.Now().UnixNano() {
			t.Errorf("%q is no time of this test: %v", line, err)
		}
		seen[who]++
	}
	if seen["table"] != 2 || seen["panel"] == 0 {
		t.Errorf("two cards were laid, and a panel shows something, but the file has %v:\n%s", seen, text)
	}
}
