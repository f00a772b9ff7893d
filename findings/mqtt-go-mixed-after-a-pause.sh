#!/usr/bin/env bash
# A subscriber that was away for a while gets what it missed, in the order in which it was sent (MQTT 5, 4.6). A broker in
# Go keeps what is missed under numbers without an order and sorts by seconds: what was sent within one is mixed.
#
# Expected: thirty messages of a moment in their order.
# Seen:     all thirty, in another order.
. "$(dirname "$0")/lib/go.sh"

run_go github.com/mochi-mqtt/server/v2@v2.7.9 github.com/eclipse/paho.golang@v0.23.0 <<'GO'
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/eclipse/paho.golang/paho"
	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
)

var address string

type client struct {
	*paho.Client
	line     net.Conn
	received chan *paho.Publish
}

func connect(id string, c *paho.Connect) client {
	line, err := net.Dial("tcp", address)
	if err != nil {
		panic(err)
	}
	received := make(chan *paho.Publish, 100)
	cl := client{line: line, received: received, Client: paho.NewClient(paho.ClientConfig{Conn: line,
		OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
			received <- p.Packet
			return true, nil
		}}})}
	c.ClientID, c.KeepAlive = id, 60
	if _, err := cl.Connect(context.Background(), c); err != nil {
		panic(err)
	}
	return cl
}

func (c client) listen(topic string) {
	_, err := c.Subscribe(context.Background(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: topic, QoS: 1}}})
	if err != nil {
		panic(err)
	}
}

func (c client) say(topic, what string, retain bool) {
	_, err := c.Publish(context.Background(), &paho.Publish{Topic: topic, Payload: []byte(what), Retain: retain, QoS: 1})
	if err != nil {
		panic(err)
	}
}

// next is the next message, or nil where none comes.
func (c client) next(within time.Duration) *paho.Publish {
	select {
	case p := <-c.received:
		return p
	case <-time.After(within):
		return nil
	}
}

func serve() {
	broker := mqtt.New(&mqtt.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	broker.AddHook(new(auth.AllowHook), nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	address = l.Addr().String()
	broker.AddListener(listeners.NewNet("here", l))
	if err := broker.Serve(); err != nil {
		panic(err)
	}
}

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
