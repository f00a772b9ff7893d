package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arbiter/companion/web/session"
)

type owner struct{ folder }

// Help is the longer help.
func (owner) Help() string {
	return `Who owns the device proves it once in a browser, with this code: at the page /own, or with the link. It lies in the data folder, in a file that its user alone can read, and in no backup.`
}

// Run tells the owner's code.
func (o *owner) Run(out io.Writer) error {
	dir, err := o.path()
	if err != nil {
		return err
	}
	code, err := ownerFile(dir).read()
	if err != nil {
		return err
	}
	if code == "" {
		return fmt.Errorf("there is no owner's code in %s yet; arbiter serve makes it when it starts", dir)
	}
	_, err = fmt.Fprintf(out, "%s%s\nIt is typed at the page /own of this device; /o/%s is the same as a link.\n", ownerIs, code, code)
	return err
}

// ownerIs stands before the code, on the terminal and in the journal, and ownerAt in
// a link.
const (
	ownerIs = "The owner's code: "
	ownerAt = "/o/"
)

// ownerLength is how many characters of rand.Text the code has: 50 bits. They are
// letters and 2 to 7, so that none looks like another.
const ownerLength = 10

// An ownerFile keeps in a folder the code by which its owner is known.
type ownerFile string

func (f ownerFile) name() string { return filepath.Join(string(f), "owner") }

// read returns the code, "" if there is none yet.
func (f ownerFile) read() (string, error) {
	text, err := os.ReadFile(f.name())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("the owner's code: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// open returns the code, and makes it first where there is none that nobody guesses.
func (f ownerFile) open() (string, error) {
	code, err := f.read()
	if err != nil || len(code) >= ownerLength {
		return code, err
	}
	code = rand.Text()[:ownerLength]
	if err := replace(f.name(), []byte(code+"\n")); err != nil {
		return "", fmt.Errorf("the owner's code: %w", err)
	}
	return code, nil
}

// An ownersFile remembers in a folder which browsers are the owner's.
type ownersFile string

var _ session.OwnerStore = ownersFile("")

func (f ownersFile) name() string { return filepath.Join(string(f), "owners.json") }

// Owners reads their marks. Where there are none the owner proves it again.
func (f ownersFile) Owners() ([]string, error) {
	marks, err := recall[[]string](f.name())
	if err != nil {
		err = fmt.Errorf("owners: %w", err)
	}
	return marks, err
}

// KeepOwners replaces the file at one stroke.
func (f ownersFile) KeepOwners(marks []string) error {
	if err := memorize(f.name(), marks); err != nil {
		return fmt.Errorf("owners: %w", err)
	}
	return nil
}
