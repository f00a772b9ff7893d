package setups

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A rig that was written is read back unchanged.
func TestRigAsText(t *testing.T) {
	for _, name := range Rigs() {
		want, err := LoadRig(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := want.TOML()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), name+".toml")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := LoadRig(file)
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		again, err := got.TOML()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(text), string(again)); d != "" || len(got.Readers) != len(want.Readers) {
			t.Errorf("%s: -want +got\n%s", name, d)
		}
	}
}
