package main

import (
	"context"
	"io"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/doctor"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/cmd/arbiter/internal/support"
)

type serve struct {
	datadir.Dir
	Rig     string   `default:"screen" setting:"rig" env:"ARBITER_RIG" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	Addr    string   `default:":8080" setting:"address" env:"ARBITER_ADDR" placeholder:"HOST:PORT" help:"Where browsers find the pages (${default}: port 8080 of every network of this device)."`
	Names   []string `setting:"names" env:"ARBITER_NAMES" placeholder:"HOST,..." help:"Further names by which browsers may call this device; its own and private addresses are known."`
	Metrics string   `setting:"metrics" env:"ARBITER_METRICS" placeholder:"HOST:PORT" help:"Tell counters for Prometheus at /metrics there, to this device alone, such as 127.0.0.1:9180."`
	Tailnet bool     `setting:"tailnet" help:"Answer browsers of a tailnet, too: 100.64.0.0/10 and names under .ts.net."`
	Open    bool     `setting:"open" help:"Let everybody in the network take a free seat, without a code."`
	Speak   bool     `setting:"speak" env:"ARBITER_SPEAK" help:"Say aloud, in the language of --lang, what everybody may hear: with espeak-ng, which has to be installed."`
	// HTTPS beside HTTP: with a certificate of the device's own authority, which phones can be told
	// to trust, or with a certificate of the owner's.
	TLS     bool   `name:"tls" setting:"tls" env:"ARBITER_TLS" help:"Serve HTTPS, too, with an authority of this device that phones can trust: the page /ca shows how."`
	TLSAddr string `name:"tls-addr" setting:"tls-address" default:":8443" env:"ARBITER_TLS_ADDR" placeholder:"HOST:PORT" help:"Where HTTPS is served (${default})."`
	Cert    string `setting:"certificate" type:"path" env:"ARBITER_CERT" placeholder:"FILE" help:"Serve HTTPS, too, with this certificate (PEM, with its chain) instead; it is read again when it changes."`
	Key     string `setting:"key" type:"path" env:"ARBITER_KEY" placeholder:"FILE" help:"The key of --cert (PEM)."`
	Calm    bool   `setting:"panel-calm" help:"E-ink flashes as rarely as possible, whatever the rig says."`
	Turned  bool   `setting:"panel-turned" help:"Panels hang upside down, whatever the rig says."`
	API     string `name:"api" setting:"api" enum:",network,token" default:"" placeholder:"network|token" help:"Let other programs see what a spectator sees, at /api/table and /overlay: all in the network, or those that know the token on the page /settings."`
	Delay   string `name:"api-delay" setting:"api-delay" placeholder:"MINUTES|round" help:"They see it later: by up to 30 minutes, or when a round is over."`
	MQTT    string `name:"mqtt" setting:"mqtt" placeholder:"HOST[:PORT]" help:"Tell an MQTT broker, such as that of Home Assistant, what a spectator sees, as late as --api-delay says. The page /settings/mqtt tries it, and takes the password."`
	MQTTTLS bool   `name:"mqtt-tls" setting:"mqtt-tls" help:"Speak TLS with the broker."`
	MQTTCA  string `name:"mqtt-ca" setting:"mqtt-ca" type:"path" placeholder:"FILE" help:"The authority of the broker's certificate (PEM), if it is none of those of the system."`
	MQTTAs  string `name:"mqtt-user" setting:"mqtt-user" placeholder:"NAME" help:"The user at the broker."`
	MQTTID  string `name:"mqtt-name" setting:"mqtt-name" placeholder:"NAME" help:"What this device is called at the broker: small letters, digits and _. Without it, its name in the network."`
	i18n.Flag

	Patience time.Duration `hidden:"" help:"How long a reader may take to answer; for tests on busy machines."`
}

// Run serves until it is interrupted.
func (s *serve) Run(ctx context.Context, out io.Writer) error {
	return (*service.Opts)(s).Run(ctx, out, service.Helpers{Examine: doctor.Beside, Ports: doctor.Ports, Support: support.Beside})
}
