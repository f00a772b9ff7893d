package web

import (
	"fmt"
	"io"
	"net/http"
	"strconv"

	"arbiter/companion/assembly"
	"arbiter/companion/web/page"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// Rigs make a rig for this device, and try its parts.
type Rigs interface {
	// Assembly returns the rig in the making, whose parts are tried for some minutes from
	// now on, unless a game is on.
	Assembly() *assembly.Assembly
	Playing() bool
	// Keep writes a rig that was made, has the settings name it, and returns its file. The
	// error is an engine.Refusal where this device cannot.
	Keep(rig setups.Rig) (file string, err error)
}

// makeRig does what a form of the page asks for: do is parts, present, go, swap, nothing,
// again, frame or keep.
func (s *Server) makeRig(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	a := s.opts.Rigs.Assembly()
	var err error
	switch do := r.PostFormValue("do"); do {
	case "parts":
		err = a.Choose(assembly.Parts{
			Computer: r.PostFormValue("computer"), Readers: r.PostFormValue("readers"), Panel: r.PostFormValue("panel"), Buttons: r.PostFormValue("buttons") != "",
		})
	case "present":
		err = a.Present()
	case "go":
		err = a.Go(assembly.Step(r.PostFormValue("to")))
	case "swap":
		err = a.Swap()
	case "nothing":
		err = a.Nothing()
	case "again":
		number, wrong := strconv.Atoi(r.PostFormValue("number"))
		if wrong != nil {
			return outcome{}, fmt.Errorf("%w: %w", errMalformed, wrong)
		}
		err = a.Again(number)
	case "frame":
		err = a.Frame(r.PostFormValue("seen"))
	case "keep":
		err = s.keepRig(a)
	default:
		err = fmt.Errorf("%w: nobody can %q a rig", errMalformed, do)
	}
	return outcome{Version: a.View().Version, Go: "/rig"}, err
}

func (s *Server) keepRig(a *assembly.Assembly) error {
	rig, err := a.Rig()
	if err != nil {
		return err
	}
	file, err := s.opts.Rigs.Keep(rig)
	if err != nil {
		return err
	}
	s.logger.Info("the owner has written a rig", "file", file)
	a.Kept(file)
	return nil
}

// rigPage leads to a rig.
func (s *Server) rigPage(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "rig", Look: true, Path: "/rig", Live: "/rig/events"}
	version, parts, err := s.rigParts(p.lang)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Parts, p.Scene.Version = parts, version
	s.write(w, http.StatusOK, p)
}

func (s *Server) rigParts(lang string) (int, fragments, error) {
	v := s.opts.Rigs.Assembly().View()
	var wires *wiring.Diagram
	if d, err := wiring.Draw(v.Rig); err == nil {
		wires = &d
	}
	var text []byte
	if v.Step == assembly.StepFile {
		var err error
		if text, err = v.Rig.TOML(); err != nil {
			return 0, nil, err
		}
	}
	part, err := s.pages[lang].fill("assembly", page.NewAssembly(s.speaker(lang, nil), v, wires, string(text), s.opts.Rigs.Playing()))
	return v.Version, fragments{"assembly": part}, err
}

// rigEvents sends what changes on the page.
func (s *Server) rigEvents(w http.ResponseWriter, r *http.Request) {
	s.streamOf(w, r, "rig", source{
		changed: func() <-chan struct{} { return s.opts.Rigs.Assembly().Changed() },
		parts:   func(lang string) (int, fragments, error) { return s.rigParts(lang) },
	})
}

// rigDrawing draws the wires.
func (s *Server) rigDrawing(w http.ResponseWriter, r *http.Request) {
	d, err := wiring.Draw(s.opts.Rigs.Assembly().View().Rig)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // the drawing brings its own style, and nothing of anybody else
	_, _ = io.WriteString(w, d.SVG())                                                          // whoever asked may have gone
}
