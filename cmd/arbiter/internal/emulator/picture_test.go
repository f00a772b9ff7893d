package emulator

import (
	"bytes"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
)

// What is seen on an emulated panel goes into a file; a panel that is not there is told.
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
