package main

import (
	"log"
	"time"

	"github.com/tarm/serial"

	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/pn532"
)

// serve is a PN532 at the inner end of a USB device's serial port. It loses its power
// with the plug.
func serve(port string, field *picc.Field) {
	chip := pn532.New(field, 1)
	for ; ; time.Sleep(50 * time.Millisecond) {
		p, err := serial.OpenPort(&serial.Config{Name: port, Baud: 115200})
		if err != nil {
			continue // not plugged in
		}
		chip.Brownout()
		log.Printf("%s: %v", port, chip.Serve(p))
		_ = p.Close()
	}
}
