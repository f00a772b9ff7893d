package owner

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"

	"arbiter/companion/assembly"
	"arbiter/companion/web/page/ownerpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
	"arbiter/setups/wiring"
)

// makeRig carries out a form of the page. Fields of the form: do, which is parts, present, staying,
// moved, go, swap, nothing, again, frame or keep.
func (s *Pages) makeRig(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	a := s.Opts.Owner.Rigs.Assembly()
	var err error
	switch do := r.PostFormValue("do"); do {
	case "parts":
		err = s.choose(a, assembly.Parts{
			Computer: r.PostFormValue("computer"), Readers: r.PostFormValue("readers"), Panel: r.PostFormValue("panel"), Buttons: r.PostFormValue("buttons") != "",
		}, r.PostForm["found"])
	case "staying":
		if rig, other := s.Opts.Owner.Rigs.Staying(); other {
			err = a.Take(rig)
		} else {
			err = engine.Refuse("the names of the adapters stay already, or they are not plugged in")
		}
	case "moved":
		if rig, moved := s.Opts.Owner.Rigs.Moved(); moved {
			err = a.Take(rig)
		} else {
			err = engine.Refuse("every reader is where the rig has it, or is not plugged in")
		}
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
			return site.Outcome{}, fmt.Errorf("%w: %w", site.ErrMalformed, wrong)
		}
		err = a.Again(number)
	case "frame":
		err = a.Frame(r.PostFormValue("seen"))
	case "keep":
		err = s.keepRig(a)
	default:
		err = fmt.Errorf("%w: nobody can %q a rig", site.ErrMalformed, do)
	}
	return site.Outcome{Version: a.View().Version, Go: "/rig"}, err
}

// choose starts with parts; readers must be among those that were found.
func (s *Pages) choose(a *assembly.Assembly, p assembly.Parts, chosen []string) error {
	var here []assembly.Found
	if p.Readers == assembly.Here {
		here = s.Opts.Owner.Rigs.Found()
	}
	for _, value := range chosen {
		i := slices.IndexFunc(here, func(f assembly.Found) bool { return ownerpage.FoundValue(f) == value })
		if i < 0 && p.Readers == assembly.Here {
			return engine.Refuse("that reader is not there any more; look again")
		}
		if i >= 0 {
			p.Found = append(p.Found, here[i].Reader)
		}
	}
	return a.Choose(p)
}

func (s *Pages) keepRig(a *assembly.Assembly) error {
	rig, err := a.Rig()
	if err != nil {
		return err
	}
	file, err := s.Opts.Owner.Rigs.Keep(rig)
	if err != nil {
		return err
	}
	s.Logger.Info("the owner has written a rig", "file", file)
	a.Kept(file)
	return nil
}

// rigPage leads to a rig.
func (s *Pages) rigPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "rig", Look: true, Path: "/rig", Live: "/rig/events"}
	version, parts, err := s.rigParts(p.Lang)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Parts, p.Scene.Version = parts, version
	s.Write(w, http.StatusOK, p)
}

func (s *Pages) rigParts(lang string) (int, site.Fragments, error) {
	v := s.Opts.Owner.Rigs.Assembly().View()
	var wires *wiring.Diagram
	if d, err := wiring.Draw(v.Rig, s.Speaker(lang, nil)); err == nil {
		wires = &d
	}
	var text []byte
	if v.Step == assembly.StepFile {
		var err error
		if text, err = v.Rig.TOML(); err != nil {
			return 0, nil, err
		}
	}
	page := ownerpage.NewAssembly(s.Speaker(lang, nil), v, wires, string(text), s.Opts.Owner.Rigs.Playing())
	switch v.Step {
	case assembly.StepWiring:
		for _, t := range s.Opts.Owner.Rigs.Trouble(v.Rig) {
			page.Trouble = append(page.Trouble, s.Speaker(lang, nil)(t))
		}
	case assembly.StepParts:
		_, page.Loose = s.Opts.Owner.Rigs.Staying()
		_, page.Moved = s.Opts.Owner.Rigs.Moved()
		page.OfFound(s.Speaker(lang, nil), s.Opts.Owner.Rigs.Found())
		page.OfPanel(s.Speaker(lang, nil), s.Opts.Owner.Rigs.FoundPanel())
	}
	part, err := s.Templates[lang]().Fill("assembly", page)
	return v.Version, site.Fragments{"assembly": part}, err
}

// rigEvents sends the changes of the page.
func (s *Pages) rigEvents(w http.ResponseWriter, r *http.Request) {
	s.StreamOf(w, r, "rig", site.Source{
		Changed: func() <-chan struct{} { return s.Opts.Owner.Rigs.Assembly().Changed() },
		Parts:   func(lang string) (int, site.Fragments, error) { return s.rigParts(lang) },
	})
}

// rigDrawing sends the drawing of the wires.
func (s *Pages) rigDrawing(w http.ResponseWriter, r *http.Request) {
	d, err := wiring.Draw(s.Opts.Owner.Rigs.Assembly().View().Rig, s.Speaker(s.Viewer(r, "").Lang, nil))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // the drawing has its own style and loads nothing
	_, _ = io.WriteString(w, d.SVG())                                                          // on an error the client has gone
}
