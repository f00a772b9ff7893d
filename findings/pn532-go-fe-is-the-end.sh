#!/usr/bin/env bash
# FE ends the list of blocks on a tag, where a block begins. A reader library in Go stops reading tags that are not NXP's
# at the first FE of any kind, also where it is the length of the message: one of 254 bytes is not found.
#
# Expected: texts of 246, 247 and 248 letters.
# Seen:     "no NDEF record found" for the message of 254 bytes.
. "$(dirname "$0")/lib/go.sh"

run_go github.com/ZaparooProject/go-pn532@v0.26.1 <<'GO'
package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/ZaparooProject/go-pn532"
)

// A PN532 with one NTAG216 on it, which answers the commands of a Type 2 tag.
type reader struct{ memory [231 * 4]byte }

func (r *reader) Close() error                   { return nil }
func (r *reader) SetTimeout(time.Duration) error { return nil }
func (r *reader) IsConnected() bool              { return true }
func (r *reader) Type() pn532.TransportType      { return pn532.TransportI2C }
func (r *reader) SendCommand(_ context.Context, command byte, args []byte) ([]byte, error) {
	answer := []byte{command + 1, 0}
	switch command {
	case 0x02: // GetFirmwareVersion
		return []byte{3, 0x32, 1, 6, 7}, nil
	case 0x40, 0x42: // InDataExchange, InCommunicateThru
		if command == 0x40 {
			args = args[1:]
		}
		switch page := 0; args[0] {
		case 0x30: // READ: four pages
			page = int(args[1])
			answer = append(answer, r.memory[page*4:min(page*4+16, len(r.memory))]...)
		case 0x3A: // FAST_READ: from page to page
			answer = append(answer, r.memory[int(args[1])*4:int(args[2])*4+4]...)
		case 0x60: // GET_VERSION: an NTAG216
			answer = append(answer, 0, 4, 4, 2, 1, 0, 0x13, 3)
		}
	}
	return answer, nil
}

// read puts what stands from page 4 on into a tag and has it read.
func read(uid []byte, user ...byte) {
	r := &reader{}
	copy(r.memory[:], append(append([]byte{}, uid[:3]...), 0))
	copy(r.memory[4:], uid[3:])
	copy(r.memory[12:], []byte{0xE1, 0x10, 0x6D, 0})
	copy(r.memory[16:], user)
	device, err := pn532.New(r)
	if err != nil {
		panic(err)
	}
	message, err := pn532.NewNTAGTag(device, uid, 0).ReadNDEF(context.Background())
	if err != nil {
		fmt.Println("  " + err.Error())
		return
	}
	fmt.Printf("  a text of %d letters\n", len(message.Records[0].Text))
}

// text is a message of so many bytes with one text in it, as a phone writes it.
func text(size int) []byte {
	record := append([]byte{0xD1, 1, byte(size - 4), 'T', 2, 'e', 'n'}, bytes.Repeat([]byte("a"), size-7)...)
	return append(append([]byte{3, byte(size)}, record...), 0xFE)
}

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
