#!/usr/bin/env bash
# ReadTimeout of github.com/tarm/serial is a time.Duration, and a byte of tenths of a second in the
# terminal's settings: what is between is cut off, what is less than one is one,
# and more than 25.5 s is 25.5 s.
#
# Expected: an error for what cannot be kept, or the time that was asked for.
# Seen:     the settings of the terminal (VTIME, in tenths) below, without an error.
. "$(dirname "$0")/lib/go.sh"

run_go github.com/tarm/serial@v0.0.0-20180830185346-98f6abe2eb07 github.com/creack/pty@v1.1.24 golang.org/x/sys@v0.49.0 <<'GO'
package main

import (
	"fmt"
	"time"

	"github.com/creack/pty"
	"github.com/tarm/serial"
	"golang.org/x/sys/unix"
)

func main() {
	for _, asked := range []time.Duration{20 * time.Millisecond, 100 * time.Millisecond, 190 * time.Millisecond, 2999 * time.Millisecond, time.Minute} {
		device, tty, err := pty.Open()
		if err != nil {
			panic(err)
		}
		port, err := serial.OpenPort(&serial.Config{Name: tty.Name(), Baud: 115200, ReadTimeout: asked})
		if err != nil {
			panic(err)
		}
		settings, err := unix.IoctlGetTermios(int(device.Fd()), unix.TCGETS)
		if err != nil {
			panic(err)
		}
		got := time.Duration(settings.Cc[unix.VTIME]) * 100 * time.Millisecond
		fmt.Printf("asked for %v: VTIME %d, %v\n", asked, settings.Cc[unix.VTIME], got)
		port.Close()
	}
}
GO
expect <<'SEEN'
asked for 20ms: VTIME 1, 100ms
asked for 100ms: VTIME 1, 100ms
asked for 190ms: VTIME 1, 100ms
asked for 2.999s: VTIME 29, 2.9s
asked for 1m0s: VTIME 255, 25.5s
SEEN
