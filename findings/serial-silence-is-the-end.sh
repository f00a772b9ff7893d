#!/usr/bin/env bash
# With a ReadTimeout, Read of github.com/tarm/serial says io.EOF when nothing came in time. Whoever puts a
# bufio.Scanner over the port, as for the lines of a reader hub, has lost it at the first pause: the
# scanner ends without an error, and does not go on when the next line comes.
#
# Expected: an error that is a timeout (os.ErrDeadlineExceeded, net.Error), and io.EOF at the end.
# Seen:     a line, a pause, and the scanner is done; half a line before the pause is told as a whole one.
. "$(dirname "$0")/lib/go.sh"

run_go github.com/tarm/serial@v0.0.0-20180830185346-98f6abe2eb07 github.com/creack/pty@v1.1.24 <<'GO'
package main

import (
	"bufio"
	"fmt"

	"github.com/creack/pty"
	"github.com/tarm/serial"
	"time"
)

func main() {
	device, tty, err := pty.Open()
	if err != nil {
		panic(err)
	}
	port, err := serial.OpenPort(&serial.Config{Name: tty.Name(), Baud: 115200, ReadTimeout: 200 * time.Millisecond})
	if err != nil {
		panic(err)
	}
	device.Write([]byte("first line\nsecond li"))
	lines := bufio.NewScanner(port)
	for lines.Scan() {
		fmt.Printf("line %q\n", lines.Text())
	}
	fmt.Println("the scanner has ended, error", lines.Err())
	device.Write([]byte("ne\nthird line\n"))
	fmt.Println("more lines come: Scan says", lines.Scan())
	b := make([]byte, 32)
	n, err := port.Read(b)
	fmt.Printf("the port itself still reads: %q, error %v\n", b[:n], err)
	n, err = port.Read(b)
	fmt.Printf("and in the next pause: %d bytes, error %v\n", n, err)
}
GO
expect <<'SEEN'
line "first line"
line "second li"
the scanner has ended, error <nil>
more lines come: Scan says false
the port itself still reads: "ne\nthird line\n", error <nil>
and in the next pause: 0 bytes, error EOF
SEEN
