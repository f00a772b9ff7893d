package main

import (
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

type owner struct {
	datadir.Dir
	i18n.Flag
}

// Help returns the detailed help.
func (owner) Help() string {
	return `Who owns the device proves it once in a browser, with this code: at the page /own, or with the link. It lies in the data folder, in a file that its user alone can read, and in no backup.`
}

// Run prints the owner's code.
func (o *owner) Run(out io.Writer) error {
	dir, err := o.Path()
	if err != nil {
		return err
	}
	code, err := datadir.OwnerFile(dir).Read()
	if err != nil {
		return err
	}
	if code == "" {
		return engine.Refuse("there is no owner's code in %s yet; arbiter serve makes it when it starts", dir)
	}
	_, err = fmt.Fprintf(out, "%s%s\nIt is typed at the page /own of this device; /o/%s is the same as a link.\n", service.OwnerIs, code, code)
	return err
}

var _ session.OwnerStore = datadir.OwnersFile("")
