#!/usr/bin/env bash
# FE ends the list of blocks on a tag, where a block begins. A reader library in Go stops reading tags that are not NXP's
# at the first FE of any kind, also where it is the length of the message: one of 254 bytes is not found.
#
# Expected: texts of 246, 247 and 248 letters.
# Seen:     "no NDEF record found" for the message of 254 bytes.
. "$(dirname "$0")/lib/go.sh"

also tag
run_go github.com/ZaparooProject/go-pn532@v0.26.1 <<'GO'
package main

import "fmt"

func main() {
	uid := []byte{0x1D, 1, 2, 4, 5, 6, 7}
	for _, size := range []int{253, 254} {
		fmt.Println("a message of", size, "bytes")
		read(uid, text(size)...)
	}
	fmt.Println("a message of 255 bytes")
	long := text(255)
	read(uid, append([]byte{3, 0xFF, 0, 0xFF}, long[2:]...)...)
}
GO
expect <<'SEEN'
a message of 253 bytes
  a text of 246 letters
a message of 254 bytes
  no NDEF record found
a message of 255 bytes
  a text of 248 letters
SEEN
