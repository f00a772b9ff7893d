#!/usr/bin/env bash
# The maker delivers NTAG tags with a lock control block of five bytes before the message, and phones keep it when they
# write. A reader library in Go finds the message behind it, then reads as many bytes as the message has, but from the
# start of the memory: the message lacks its last five bytes, and it says that there is none. Tags of other makers are
# read page by page, and there it works.
#
# Expected: the same text from all four.
# Seen:     "no NDEF record found" from the maker's own tag as a phone writes it.
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
