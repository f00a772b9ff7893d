package datadir

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// OwnerLength is how many characters of rand.Text the code has: 50 bits. They are capital letters
// and 2 to 7, so that none looks like another.
const OwnerLength = 10

// An OwnerFile stores in a folder the code by which its owner is known.
type OwnerFile string

func (f OwnerFile) name() string { return filepath.Join(string(f), OwnerName) }

// Read returns the code, "" if there is none yet.
func (f OwnerFile) Read() (string, error) { return readCode(f.name(), "the owner's code") }

// Open returns the code, and creates it if there is none or one that could be guessed.
func (f OwnerFile) Open() (string, error) { return openCode(f.name(), "the owner's code", OwnerLength) }

// A TokenFile stores in a folder the token that other programs must send to see the table.
type TokenFile string

func (f TokenFile) name() string { return filepath.Join(string(f), tokenName) }

// Read returns the token, "" if there is none yet.
func (f TokenFile) Read() (string, error) { return readCode(f.name(), "the token") }

// Open returns the token, and creates it if there is none.
func (f TokenFile) Open() (string, error) { return openCode(f.name(), "the token", tokenLength) }

// tokenLength is how many characters of rand.Text a token has: 80 bits, because programs can try
// fast.
const tokenLength = 16

// A PasswordFile stores in a folder the password that a broker asks for.
type PasswordFile string

func (f PasswordFile) name() string { return filepath.Join(string(f), passwordName) }

// Read returns the password, "" if there is none.
func (f PasswordFile) Read() (string, error) {
	text, err := os.ReadFile(f.name())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("the broker's password: %w", err)
	}
	return strings.TrimRight(string(text), "\r\n"), nil // as an editor ends it
}

// Keep replaces the password; "" is none.
func (f PasswordFile) Keep(password string) error {
	err := replace(f.name(), []byte(password+"\n"))
	if err != nil {
		err = fmt.Errorf("the broker's password: %w", err)
	}
	return err
}

func readCode(file, what string) (string, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if told := right(filepath.Dir(file), err); err != nil && told != err {
		return "", told
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", what, err)
	}
	return strings.TrimSpace(string(text)), nil
}

func openCode(file, what string, length int) (string, error) {
	code, err := readCode(file, what)
	if err != nil || len(code) >= length {
		return code, err
	}
	code = rand.Text()[:length]
	if err := replace(file, []byte(code+"\n")); err != nil {
		return "", fmt.Errorf("%s: %w", what, err)
	}
	return code, nil
}

// An OwnersFile stores in a folder which browsers are the owner's.
type OwnersFile string

func (f OwnersFile) name() string { return filepath.Join(string(f), OwnersName) }

// Owners reads their marks. If there are none, the owner has to prove it again.
func (f OwnersFile) Owners() ([]string, error) {
	marks, err := recall[[]string](f.name())
	if err != nil {
		err = fmt.Errorf("owners: %w", err)
	}
	return marks, err
}

// KeepOwners replaces the file atomically.
func (f OwnersFile) KeepOwners(marks []string) error {
	if err := memorize(f.name(), marks); err != nil {
		return fmt.Errorf("owners: %w", err)
	}
	return nil
}
