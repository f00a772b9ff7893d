#!/usr/bin/env bash
# A will may wait before it is sent, so that a short pause of the network is not told. A broker in Go notes the end of
# that pause as the moment at which the message expires: the retained "offline" that should stand until the table is
# back is told with one second to live.
#
# Expected: from both tables a retained "offline" that lasts.
# Seen:     that of the table whose will waits expires within a second.
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
