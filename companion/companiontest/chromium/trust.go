package chromium

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// Trusting starts a browser whose user has installed an authority (DER), as people do who trust it;
// nil: none.
func Trusting(t testing.TB, authority []byte) *Browser {
	t.Helper()
	path := program(t, "chromium")
	if _, err := exec.LookPath("certutil"); err != nil {
		lacks(t, "certutil")
	}
	ctx, end := launch(t, path, func(home string) { keep(t, home, authority) })
	t.Cleanup(end)
	return &Browser{ctx: ctx}
}

// keep writes an authority where a browser looks for installed ones.
func keep(t testing.TB, home string, authority []byte) {
	t.Helper()
	db := filepath.Join(home, ".pki", "nssdb")
	if err := os.MkdirAll(db, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, "authority.crt")
	if err := os.WriteFile(file, authority, 0o600); err != nil {
		t.Fatal(err)
	}
	steps := [][]string{{"-N", "--empty-password"}}
	if authority != nil {
		steps = append(steps, []string{"-A", "-t", "C,,", "-n", "arbiter", "-i", file})
	}
	for _, args := range steps {
		if out, err := exec.Command("certutil", append([]string{"-d", "sql:" + db}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("certutil %q: %v\n%s", args, err, out)
		}
	}
}

// Refused opens an address that the browser rejects, and returns why.
func (b *Browser) Refused(t testing.TB, address string) string {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	err := begin(ctx, cancel, chromedp.Navigate(address))
	if err == nil {
		t.Fatalf("%s was opened", address)
	}
	return err.Error()
}
