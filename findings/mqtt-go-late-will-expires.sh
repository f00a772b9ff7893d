#!/usr/bin/env bash
# A will may wait before it is sent, so that a short pause of the network is not told. A broker in Go notes the end of
# that pause as the moment at which the message expires: the retained "offline" that should stand until the table is
# back is told with one second to live.
#
# Expected: from both tables a retained "offline" that lasts.
# Seen:     that of the table whose will waits expires within a second.
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
	hour, second := uint32(3600), uint32(1)
	will := &paho.WillMessage{Topic: "table/state", Payload: []byte("offline"), Retain: true, QoS: 1}
	for _, wait := range []*uint32{nil, &second} {
		watcher := connect("watcher", &paho.Connect{CleanStart: true})
		watcher.listen("table/#")
		for watcher.next(200*time.Millisecond) != nil { // what is retained
		}
		table := connect("table", &paho.Connect{CleanStart: true, WillMessage: will,
			WillProperties: &paho.WillProperties{WillDelayInterval: wait},
			Properties:     &paho.ConnectProperties{SessionExpiryInterval: &hour}})
		table.line.Close() // the plug is pulled
		p := watcher.next(time.Minute)
		fmt.Printf("will at once: %-5t %s, lasts more than a second: %t\n", wait == nil, p.Payload, *p.Properties.MessageExpiry > 1)
		watcher.Disconnect(&paho.Disconnect{})
	}
}
GO
expect <<'SEEN'
will at once: true  offline, lasts more than a second: true
will at once: false offline, lasts more than a second: false
SEEN
