#!/usr/bin/env bash
# A retained message without an expiry stays until it is replaced. A broker in Go gives each message that has none a day:
# what a table said of itself is gone on the next evening, and who was told it is told that it ends.
#
# Expected: a retained message without an expiry.
# Seen:     it expires after 86400 seconds.
. "$(dirname "$0")/lib/go.sh"

also broker
run_go github.com/mochi-mqtt/server/v2@v2.7.9 github.com/eclipse/paho.golang@v0.23.0 <<'GO'
package main

import (
	"fmt"
	"time"

	"github.com/eclipse/paho.golang/paho"
)

func main() {
	serve()
	table := connect("table", &paho.Connect{CleanStart: true})
	table.say("table/name", "kitchen", true)
	listener := connect("listener", &paho.Connect{CleanStart: true})
	listener.listen("table/#")
	p := listener.next(time.Minute)
	fmt.Printf("%s, retained: %t\n", p.Payload, p.Retain)
	if e := p.Properties.MessageExpiry; e == nil {
		fmt.Println("it does not expire")
	} else {
		fmt.Println("it expires after about a day:", *e > 86000 && *e <= 86400)
	}
}
GO
expect <<'SEEN'
kitchen, retained: true
it expires after about a day: true
SEEN
