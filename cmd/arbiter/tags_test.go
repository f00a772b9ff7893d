package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Lists of tags go in and out on the command line: what a list would change is shown, a mistake is
// told with file and line and changes nothing, and what contradicts what is known has to be believed.
func TestTagsOnTheCommandLine(t *testing.T) {
	t.Parallel()
	dir, files := t.TempDir(), t.TempDir()
	must(t, openLog(t, dir).Close())
	file := func(name, text string) string {
		path := filepath.Join(files, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	fails := func(want string, args ...string) {
		t.Helper()
		var out strings.Builder
		if code := run(append(args, "--data", dir), &out, &out); code != exitFailed || !strings.Contains(out.String(), want) {
			t.Errorf("%v: exit status %d, %s\nwant %q", args, code, out.String(), want)
		}
	}
	list := func() string { t.Helper(); return output(t, "tags", "list", "--data", dir) }
	phone := file("phone.csv", "Serial number;Name\n04:A2:24:1B:5C:6D:80;purple discover\n04:A2:24:1B:5C:6D:81;ai-07\n")
	if got := output(t, "tags", "import", "--dry-run", phone, "--data", dir); !strings.Contains(got, "+ 04A2241B5C6D80 purple discover") || list() != "" {
		t.Errorf("a dry run: %s, then %s", got, list())
	}
	output(t, "tags", "import", phone, "--data", dir)
	if got := list(); !strings.Contains(got, "04A2241B5C6D80  purple discover") || !strings.Contains(got, "phone.csv") {
		t.Errorf("taken in: %s", got)
	}
	before := list()
	fails("bad.csv, line 3: no card is called “none”", "tags", "import", phone, file("bad.csv", "uid,card\n04A2241B5C6D85,ai-09\n04A2241B5C6D86,none\n"))
	other := file("other.csv", "04A2241B5C6D81,ai-08\n")
	fails("--replace believes the file", "tags", "import", other)
	fails("is no file", "tags", "import", files)
	if got := list(); got != before {
		t.Errorf("what was refused has changed %s to %s", before, got)
	}
	output(t, "tags", "import", other, "--replace", "--data", dir)
	output(t, "tags", "remove", "04:a2:24:1b:5c:6d:80", "--data", dir)
	fails("arbiter tags list has all", "tags", "remove", "04A2241B5C6D80")
	csv := filepath.Join(files, "out.csv")
	output(t, "tags", "export", csv, "--data", dir)
	if text, err := os.ReadFile(csv); err != nil || !strings.Contains(string(text), "04A2241B5C6D81,council-of-shadows,ai-08,other.csv,") || strings.Contains(string(text), "6D80") {
		t.Errorf("%s %v", text, err)
	}
	fails("is there already", "tags", "export", csv)
}

// While a game can go on nobody sees which tag is which card, the owner and the terminal included:
// a phone that is held on a card that lies face down reads its number.
func TestTagsStayHiddenInAGame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := openLog(t, dir)
	must(t, db.Name("04A2241B5C6D80", []string{"purple", "discover"}))
	must(t, db.Close())
	s := start(t, "--data", dir, "--open")
	p := s.phone("en")
	p.proves(s)
	if status, text := p.ask("GET", "tags", ""); status != 200 || !strings.Contains(text, "04A2241B5C6D80") {
		t.Fatalf("control: the owner does not see the list before a game: %d %.300s", status, text)
	}
	p.begins()
	for _, path := range []string{"tags", "tags?uid=04A2241B5C6D80", "tags?q=discover", "tags/tags.csv", "tags/tags.json"} {
		if _, text := p.ask("GET", path, ""); strings.Contains(text, "04A2241B5C6D80") {
			t.Errorf("/%s tells the number of a tag in a game", path)
		}
	}
	if status, _ := p.ask("POST", "tags", "do=remove&uid=04A2241B5C6D80"); status != 409 {
		t.Errorf("a tag is forgotten in a game: %d", status)
	}
	s.end(syscall.SIGTERM)
	for _, args := range [][]string{{"list"}, {"export", filepath.Join(t.TempDir(), "x.csv")}, {"remove", "04A2241B5C6D80"}} {
		var out strings.Builder
		if code := run(append(append([]string{"tags"}, args...), "--data", dir), &out, &out); code != exitFailed || strings.Contains(out.String(), "6D80  ") || !strings.Contains(out.String(), "a game can still go on") {
			t.Errorf("tags %v: exit status %d, %s", args, code, out.String())
		}
	}
	db = openLog(t, dir)
	defer db.Close()
	if tags, err := db.Tags(); err != nil || len(tags) != 1 {
		t.Errorf("%v %v", tags, err)
	}
}
