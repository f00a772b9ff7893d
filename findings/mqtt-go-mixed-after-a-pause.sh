#!/usr/bin/env bash
# A subscriber that was away for a while gets what it missed, in the order in which it was sent (MQTT 5, 4.6). A broker in
# Go keeps what is missed under numbers without an order and sorts by seconds: what was sent within one is mixed.
#
# Expected: thirty messages of a moment in their order.
# Seen:     all thirty, in another order.
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
	week := uint32(7 * 24 * 3600)
	away := connect("listener", &paho.Connect{CleanStart: true, Properties: &paho.ConnectProperties{SessionExpiryInterval: &week}})
	away.listen("table/#")
	away.Disconnect(&paho.Disconnect{})

	table := connect("table", &paho.Connect{CleanStart: true})
	for step := range 30 {
		table.say("table/step", fmt.Sprint(step), false)
	}

	back := connect("listener", &paho.Connect{Properties: &paho.ConnectProperties{SessionExpiryInterval: &week}})
	inOrder := true
	for step := range 30 {
		p := back.next(time.Minute)
		if p == nil {
			fmt.Println("only", step, "messages arrived")
			return
		}
		inOrder = inOrder && string(p.Payload) == fmt.Sprint(step)
	}
	fmt.Println("30 messages arrived; in their order:", inOrder)
}
GO
expect <<'SEEN'
30 messages arrived; in their order: false
SEEN
