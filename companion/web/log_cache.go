package web

import (
	"html/template"

	"arbiter/companion"
)

// logCache are the lines of the log as a group of streams has them already: a line that
// was drawn once is not drawn again.
type logCache struct {
	game  string
	veil  int
	lines map[int]renderedLine // by number
}

type renderedLine struct {
	undone bool
	html   template.HTML
}

// entries draws the newest lines of the log, newest first, and tells how many
// older ones there are.
func (s *Server) entries(v viewer, sc *scene, snap companion.Snapshot, known *logCache) (all []template.HTML, older int) {
	if known.game != snap.GameID || known.veil != snap.Concealed {
		*known = logCache{game: snap.GameID, veil: snap.Concealed}
	}
	log := snap.Log[max(0, len(snap.Log)-newest):]
	lines := make(map[int]renderedLine, len(log))
	for i := len(log) - 1; i >= 0; i-- {
		l, ok := known.lines[log[i].Seq]
		if !ok || l.undone != log[i].Undone {
			l = renderedLine{log[i].Undone, s.entry(v, sc.logLine(log[i]))}
		}
		lines[log[i].Seq] = l
		all = append(all, l.html)
	}
	known.lines = lines
	return all, len(snap.Log) - len(log)
}

func (s *Server) entry(v viewer, l line) template.HTML {
	html, err := s.pages[v.lang].fill("entry", l)
	if err != nil {
		s.logger.Error("web", "err", err) // the line is missing, the page is not
	}
	return html
}
