package gamelog

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The commands in README.md check a chain with only sqlite3 and sha256sum, and find an altered
// entry.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	script := strings.Join(regexp.MustCompile(`(?m)^    .*$`).FindAllString(string(page), -1), "\n")
	path := file(t)
	db := opened(t, path)
	appendAll(t, created(t, db, "g1"), played(6))
	script = strings.NewReplacer("f=games.db", "f='"+path+"'", "$f ", `"$f" `, "id=ID", "id=g1").Replace(script)
	check := func(want string) {
		t.Helper()
		out, err := exec.Command("sh", "-c", script).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	check("")
	for _, s := range []string{"DROP TRIGGER entries_stay_as_they_are", "UPDATE entries SET undoes = 3 WHERE seq = 5"} {
		if _, err := db.sql.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	check("entry 5 does not fit")
}
