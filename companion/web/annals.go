package web

import (
	"bytes"
	"html/template"

	"arbiter/companion"
)

// Annals are the lines of the log as an audience has them already: a line that
// was drawn once is not drawn again.
type annals struct {
	game  string
	veil  int
	lines map[int]inked // by number
}

type inked struct {
	undone bool
	html   template.HTML
}

// entries draws the newest lines of the log, newest first, and tells how many
// older ones there are.
func (s *Server) entries(v viewer, sc *scene, snap companion.Snapshot, known *annals) (all []template.HTML, older int) {
	if known.game != snap.GameID || known.veil != snap.Veil {
		*known = annals{game: snap.GameID, veil: snap.Veil}
	}
	log := snap.Log[max(0, len(snap.Log)-newest):]
	lines := make(map[int]inked, len(log))
	for i := len(log) - 1; i >= 0; i-- {
		l, ok := known.lines[log[i].Seq]
		if !ok || l.undone != log[i].Undone {
			l = inked{log[i].Undone, s.entry(v, sc.lines1(log[i]))}
		}
		lines[log[i].Seq] = l
		all = append(all, l.html)
	}
	known.lines = lines
	return all, len(snap.Log) - len(log)
}

func (s *Server) entry(v viewer, l line) template.HTML {
	var b bytes.Buffer
	if err := s.pages[v.lang].all.ExecuteTemplate(&b, "entry", l); err != nil {
		s.logger.Error("web", "err", err) // the line is missing, the page is not
	}
	return template.HTML(b.String()) // what html/template has escaped
}
