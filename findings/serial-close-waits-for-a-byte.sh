#!/usr/bin/env bash
# Close of github.com/tarm/serial waits for a read that has no timeout, and such a read waits for a byte:
# with a reader that says nothing by itself, whoever wants to end it has to be told something first.
# The port was opened for Go's poller and then made blocking behind its back.
#
# Expected: Close ends the read, as closing a network connection does.
# Seen:     two seconds after Close was called neither has returned; a byte ends the read, and then Close.
. "$(dirname "$0")/lib/go.sh"

run_go github.com/tarm/serial@v0.0.0-20180830185346-98f6abe2eb07 github.com/creack/pty@v1.1.24 <<'GO'
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/creack/pty"
	"github.com/tarm/serial"
)

// holders counts the descriptors of this program that lead to a file.
func holders(name string) (n int) {
	all, _ := filepath.Glob("/proc/self/fd/*")
	for _, fd := range all {
		if to, err := os.Readlink(fd); err == nil && to == name {
			n++
		}
	}
	return n
}

func main() {
	device, tty, err := pty.Open()
	if err != nil {
		panic(err)
	}
	name := tty.Name()
	before := holders(name)
	port, err := serial.OpenPort(&serial.Config{Name: name, Baud: 115200})
	if err != nil {
		panic(err)
	}
	read := make(chan string)
	reading := make(chan bool)
	go func() {
		b := make([]byte, 1)
		close(reading)
		n, err := port.Read(b)
		read <- fmt.Sprintf("%d byte %q, error %v", n, b[:n], err)
	}()
	<-reading
	time.Sleep(time.Second) // until it waits in the system
	closed := make(chan error)
	go func() { closed <- port.Close() }()
	select {
	case r := <-read:
		fmt.Println("the read has ended:", r)
	case err := <-closed:
		fmt.Println("Close has returned:", err)
	case <-time.After(2 * time.Second):
		fmt.Println("2 s later: the port is still open:", holders(name) > before)
	}
	device.Write([]byte("x"))
	fmt.Println("a byte comes; the read:", <-read)
	fmt.Println("Close:", <-closed)
	fmt.Println("the port is still open:", holders(name) > before)
}
GO
expect <<'SEEN'
2 s later: the port is still open: true
a byte comes; the read: 1 byte "x", error <nil>
Close: <nil>
the port is still open: false
SEEN
