package device

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/display"
	"arbiter/display/ink"
	pngpanel "arbiter/display/png"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/obstacle"
	"arbiter/setups"
)

// PictureTiming is the pace of a panel that does not wear: a file, or a browser.
var PictureTiming = display.Pace{Interval: 100 * time.Millisecond, Deadline: 5 * time.Second, Retry: 5 * time.Second, Idle: 24 * time.Hour, Partials: -1}

// PanelOf returns the panel of a rig. Files are written to dir unless their path is absolute.
func PanelOf(p setups.Panel, w Pins, dir string, shown func(png []byte)) (display.Panel, display.Pace, error) {
	x, y := p.Pixels()
	size := image.Pt(x, y)
	switch p.Driver {
	case "web":
		return &browserPanel{pngpanel.New(size, ""), shown}, PictureTiming, nil
	case "png":
		file := p.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		return pngpanel.New(size, file), PictureTiming, nil
	}
	if open := WiredPanels[p.Driver]; open != nil {
		late := &retryingPanel{bounds: image.Rectangle{Max: size}, open: func() (display.Panel, error) { return open(w, p) }}
		return late, paceOf(p), nil
	}
	return nil, display.Pace{}, fmt.Errorf("panel %s: unknown driver %q", p.Name, p.Driver)
}

// A browserPanel is the picture of a panel in the browser.
type browserPanel struct {
	*pngpanel.Panel
	shown func(png []byte)
}

// Show encodes the picture and hands it on.
func (b *browserPanel) Show(ctx context.Context, picture *display.Bitmap, mode display.Mode) error {
	err := b.Panel.Show(ctx, picture, mode)
	if err == nil {
		b.shown(b.Latest())
	}
	return err
}

// wiredPanel is a panel together with its port.
type wiredPanel struct {
	display.Panel
	port io.Closer
}

// Close closes both.
func (w wiredPanel) Close() error { return errors.Join(w.Panel.Close(), w.port.Close()) }

// Doubt returns why this does not seem to be the panel that the rig names; nil if it does.
func (w wiredPanel) Doubt() error { return doubt(w.Panel) }

// doubt returns the Doubt of a panel that can have one.
func doubt(p display.Panel) error {
	if d, ok := p.(interface{ Doubt() error }); ok {
		return d.Doubt()
	}
	return nil
}

// PanelDoubt says in words why a panel that has shown a picture does not seem to be the one that
// the rig names; the zero Text if it does.
func PanelDoubt(p display.Panel) engine.Text {
	switch err := doubt(p); {
	case errors.Is(err, ink.ErrRed):
		return engine.Say("it takes as long for a picture as a panel with red does: look at the label on its back, and choose that panel")
	case errors.Is(err, ink.ErrNoRed):
		return engine.Say("it is too quick for a panel with red: look at the label on its back, and choose that panel")
	}
	return engine.Text{}
}

// A retryingPanel is opened with its first picture, and retried until that works.
type retryingPanel struct {
	bounds image.Rectangle
	open   func() (display.Panel, error)
	panel  display.Panel
}

// Bounds returns the size of its pictures.
func (l *retryingPanel) Bounds() image.Rectangle { return l.bounds }

// Show opens the panel if necessary.
func (l *retryingPanel) Show(ctx context.Context, b *display.Bitmap, mode display.Mode) error {
	if l.panel == nil {
		p, err := l.open()
		if err != nil {
			return err
		}
		l.panel = p
	}
	return l.panel.Show(ctx, b, mode)
}

// Doubt returns why this does not seem to be the panel that the rig names; nil if it does.
func (l *retryingPanel) Doubt() error { return doubt(l.panel) }

// Sleep puts the panel to sleep if it was ever opened.
func (l *retryingPanel) Sleep(ctx context.Context) error {
	if l.panel == nil {
		return nil
	}
	return l.panel.Sleep(ctx)
}

// Close closes the panel if it was ever opened.
func (l *retryingPanel) Close() error {
	if l.panel == nil {
		return nil
	}
	return l.panel.Close()
}

// PortTrouble returns what the system says of a port, a bus or a pin, and what to do; the zero Text
// if it says nothing.
func PortTrouble(err error) engine.Text {
	if foreign := (*InkyError)(nil); errors.As(err, &foreign) {
		return foreign.Text()
	}
	port := (*PortError)(nil)
	if !errors.As(err, &port) {
		return engine.Text{}
	}
	return obstacle.Text(hw.ObstacleOf(port))
}

// PanelTrouble says what people can do about a panel; the zero Text if it works.
func PanelTrouble(name string, err error) engine.Text {
	why := PortTrouble(err)
	switch {
	case err == nil:
		return engine.Text{}
	case !why.IsZero():
		return engine.Say("panel %s: %s; the game goes on", engine.Term(name), why)
	case errors.Is(err, display.ErrHangs), errors.Is(err, context.DeadlineExceeded):
		return engine.Say("panel %s hangs: switch its power off and on; the game goes on", engine.Term(name))
	case errors.As(err, new(*fs.PathError)), errors.As(err, new(*os.LinkError)):
		return engine.Say("panel %s cannot write its picture: check its folder and the free space; the game goes on", engine.Term(name))
	}
	return engine.Say("panel %s does not answer: check its cable; the game goes on", engine.Term(name))
}

// JoinAt returns a function for the URL at which phones find the pages served at addr, or "" if
// they cannot. The address of the device may change while the program runs.
func JoinAt(addr net.Addr) func() string {
	return func() string {
		tcp, ok := addr.(*net.TCPAddr)
		if !ok {
			return ""
		}
		if tcp.IP.IsUnspecified() {
			return JoinAmong(address.InRoom(), tcp.Port)
		}
		ip, _ := netip.AddrFromSlice(tcp.IP)
		return JoinAmong([]netip.Addr{ip.Unmap()}, tcp.Port)
	}
}

// JoinAmong returns the URL at the first address that other devices can reach; "" if there is none.
func JoinAmong(all []netip.Addr, port int) string {
	for _, ip := range all {
		if ip.IsValid() && !ip.IsLoopback() && !ip.IsLinkLocalUnicast() {
			return (&url.URL{Scheme: "http", Host: net.JoinHostPort(ip.String(), strconv.Itoa(port)), Path: "/"}).String()
		}
	}
	return ""
}
