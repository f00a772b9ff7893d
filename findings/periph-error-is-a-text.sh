#!/usr/bin/env bash
# A device file may be missing, forbidden or in use: three faults, each with another remedy. periph opens SPI and I2C of
# the system for its caller, and makes a text of what the system said.
#
# Expected: errors.Is finds fs.ErrNotExist in what opening a bus says that is not there, as it does for os.Open.
# Seen:     it does not; "no such file or directory" stands in the words alone.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/host/v3@v3.8.5 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"periph.io/x/host/v3/sysfs"
)

func main() {
	_, file := os.Open("/dev/spidev96.0")
	_, spi := sysfs.NewSPI(96, 0)
	_, i2c := sysfs.NewI2C(96)
	for _, t := range []struct {
		what string
		err  error
	}{{"os.Open", file}, {"sysfs.NewSPI", spi}, {"sysfs.NewI2C", i2c}} {
		fmt.Printf("%s: in words %v, by errors.Is %v\n", t.what, strings.Contains(t.err.Error(), "no such file"), errors.Is(t.err, fs.ErrNotExist))
	}
}
GO
expect <<'SEEN'
os.Open: in words true, by errors.Is true
sysfs.NewSPI: in words true, by errors.Is false
sysfs.NewI2C: in words true, by errors.Is false
SEEN
