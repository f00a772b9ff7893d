package table

import (
	"html/template"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/session"
)

// logCache keeps the lines of the log that a group of streams has drawn, so that each is drawn
// once.
type logCache struct {
	game      string
	concealed int
	lines     map[int]renderedLine // by number
}

type renderedLine struct {
	undone bool
	html   template.HTML
}

// entries draws the newest lines of the log, newest first, and returns how many older ones there
// are.
func (s *Pages) entries(v session.Viewer, sc *content.Content, snap companion.Snapshot, known *logCache) (all []template.HTML, older int) {
	if known.game != snap.GameID || known.concealed != snap.Concealed {
		*known = logCache{game: snap.GameID, concealed: snap.Concealed}
	}
	log := snap.Log[max(0, len(snap.Log)-newest):]
	lines := make(map[int]renderedLine, len(log))
	for i := len(log) - 1; i >= 0; i-- {
		l, ok := known.lines[log[i].Seq]
		if !ok || l.undone != log[i].Undone {
			l = renderedLine{log[i].Undone, s.entry(v, sc.LogLine(log[i]))}
		}
		lines[log[i].Seq] = l
		all = append(all, l.html)
	}
	known.lines = lines
	return all, snap.Older + len(snap.Log) - len(log)
}

func (s *Pages) entry(v session.Viewer, l content.Line) template.HTML {
	html, err := s.Templates[v.Lang]().Fill("entry", l)
	if err != nil {
		s.Logger.Error("web", "err", err) // the page does without the line
	}
	return html
}
