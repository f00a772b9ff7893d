package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// How many words the README may have, and how many bytes its pictures together.
const (
	mostWords    = 700
	mostPictures = 650_000
	mostMoving   = 400_000
)

var (
	shown     = regexp.MustCompile(`!\[[^\]]+\]\(\.github/pictures/([^)]+)\.webp\)`)
	makes     = regexp.MustCompile("`make ([a-z]+)[^`]*`")
	pictureOf = filepath.Join("..", "..", ".github", "pictures")
)

// The README is read in three minutes; where to read on stands at its end.
func TestReadmeIsShort(t *testing.T) {
	t.Parallel()
	if n := len(strings.Fields(read(t, filepath.Join("..", "..", "README.md")))); n > mostWords {
		t.Errorf("README.md has %d words, at most %d are wanted: the rest belongs into the README of a folder", n, mostWords)
	}
}

// The README shows pictures that make pictures makes, and no others lie beside them;
// and each target of make that it names is there.
func TestPicturesOfTheReadme(t *testing.T) {
	t.Parallel()
	text := read(t, filepath.Join("..", "..", "README.md"))
	taken := read(t, filepath.Join("..", "..", "companion", "web", "pictures_test.go")) + read(t, "moving_picture_test.go")
	names, bytes := map[string]bool{}, 0
	for _, m := range shown.FindAllStringSubmatch(text, -1) {
		names[m[1]+".webp"] = true
		bytes += len(read(t, filepath.Join(pictureOf, m[1]+".webp")))
		if !strings.Contains(taken, `"`+m[1]+`"`) {
			t.Errorf("make pictures makes no %s", m[1])
		}
	}
	files, err := os.ReadDir(pictureOf)
	must(t, err)
	for _, f := range files {
		if !names[f.Name()] {
			t.Errorf("the README does not show %s", f.Name())
		}
	}
	if len(names) != 4 || bytes > mostPictures {
		t.Errorf("%d pictures have %d bytes, want 4 with at most %d", len(names), bytes, mostPictures)
	}
	if moving := read(t, filepath.Join(pictureOf, movingPicture+".webp")); len(moving) > mostMoving || strings.Count(moving, "ANMF") < 6 {
		t.Errorf("the moving picture has %d bytes and %d frames, want at most %d bytes", len(moving), strings.Count(moving, "ANMF"), mostMoving)
	}
	targets := read(t, filepath.Join("..", "..", "Makefile"))
	if missing := untold(text, targets); len(missing) > 0 {
		t.Errorf("the README names targets that the Makefile does not have: %v", missing)
	}
	if missing := untold("`make pictures` and `make sculptures`", targets); !slices.Equal(missing, []string{"sculptures"}) {
		t.Errorf("control: a target that is not there is missed as %v", missing)
	}
}

// untold lists the targets that a text names and a Makefile does not have.
func untold(text, targets string) (missing []string) {
	for _, m := range makes.FindAllStringSubmatch(text, -1) {
		if !regexp.MustCompile(`(?m)^` + m[1] + `\b[^=\n]*:`).MatchString(targets) {
			missing = append(missing, m[1])
		}
	}
	return missing
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	return string(text)
}
