#!/usr/bin/env bash
# A retained message without an expiry stays until it is replaced. A broker in Go gives each message that has none a day:
# what a table said of itself is gone on the next evening, and who was told it is told that it ends.
#
# Expected: a retained message without an expiry.
# Seen:     it expires after 86400 seconds.
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
