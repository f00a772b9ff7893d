#!/usr/bin/env bash
# The maker delivers NTAG tags with a lock control block of five bytes before the message, and phones keep it when they
# write. A reader library in Go finds the message behind it, then reads as many bytes as the message has, but from the
# start of the memory: the message lacks its last five bytes, and it says that there is none. Tags of other makers are
# read page by page, and there it works.
#
# Expected: the same text from all four.
# Seen:     "no NDEF record found" from the maker's own tag as a phone writes it.
. "$(dirname "$0")/lib/go.sh"

also tag
run_go github.com/ZaparooProject/go-pn532@v0.26.1 <<'GO'
package main

import "fmt"

func main() {
	lock := []byte{1, 3, 0xA0, 0x0C, 0x34}
	for _, uid := range [][]byte{{0x04, 1, 2, 4, 5, 6, 7}, {0x1D, 1, 2, 4, 5, 6, 7}} {
		fmt.Printf("number begins with %02X, message alone\n", uid[0])
		read(uid, text(40)...)
		fmt.Printf("number begins with %02X, behind a lock control block\n", uid[0])
		read(uid, append(lock, text(40)...)...)
	}
}
GO
expect <<'SEEN'
number begins with 04, message alone
  a text of 33 letters
number begins with 04, behind a lock control block
  no NDEF record found
number begins with 1D, message alone
  a text of 33 letters
number begins with 1D, behind a lock control block
  a text of 33 letters
SEEN
