package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/control"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/setups"
)

// Helpers are functions of other packages that the service calls.
type Helpers struct {
	Examine Examine
	Ports   func(setups.Rig, device.Pins) []engine.Text // what is wrong with the ports for a rig; may be nil
	Support Support
}

// A Support writes the support file about the games in a folder and a rig, in a language.
type Support func(ctx context.Context, db *gamelog.DB, dir, rig, lang string, out io.Writer) error

// An Examine examines a device whose table is running, and writes lines of JSON.
type Examine func(ctx context.Context, used device.Used, lang string, out io.Writer) error

// OpenSocket opens the socket at which commands on this device ask the service. The data directory
// must be locked.
func (e *Service) OpenSocket() {
	var err error
	if e.Commands, err = control.Listen(e.Dir); err != nil {
		e.Logger.Warn("commands on this device cannot ask the service", "err", err)
	}
}

// answer serves the socket until ctx ends: who serves, how it is, and what the doctor finds.
func (e *Service) answer(ctx context.Context, socket net.Listener, pages net.Addr) error {
	who := locks.This(time.Now())
	about := control.About{Program: who.Program, PID: who.PID, Since: who.Since, Rig: e.Rig.Name, Page: address.Local(pages)}
	health := newHealth(e)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /about", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(about) // on an error the client has gone
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		text, _ := health.Report(r.Context())
		fmt.Fprint(w, text)
	})
	mux.HandleFunc("GET "+control.Doctor, func(w http.ResponseWriter, r *http.Request) {
		if err := e.Examine(r.Context(), e.used(), r.FormValue("lang"), w); err != nil {
			e.Logger.Warn("doctor", "err", err)
		}
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: shutdownGrace}
	ended := context.AfterFunc(ctx, func() { server.Close() })
	defer ended()
	if err := server.Serve(socket); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// used returns the devices that the table has in use, with what it knows of them.
func (e *Service) used() device.Used {
	return device.Used{Rig: e.Rig, Dir: e.Dir, Pins: e.Pins, Readers: e.App.ReaderHealth(), Panels: e.App.PanelTroubles()}
}
