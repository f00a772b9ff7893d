package table

import (
	"context"
	"html/template"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/fragment"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/tablepage"
	"arbiter/companion/web/session"
	"arbiter/engine/contain"
)

// How many moments of the past a page is told of, and in how many bytes.
const (
	mostScenes     = 40
	mostSceneBytes = 100 << 10
)

// past returns what find finds of the past; nothing if that fails, since the present can be shown
// without it.
func (s *Pages) past(snap companion.Snapshot, find func() []companion.Snapshot) (all []companion.Snapshot) {
	err := contain.Do(func() { all = find() })
	contain.Report(s.Logger, err, "what led to a page", "seat", snap.Seat, "entry", snap.Version)
	return all
}

// scenes draws the moments that lead to a snapshot, whose content is sc; none if one cannot be drawn.
func (s *Pages) scenes(v session.Viewer, sc content.Content, moments []companion.Snapshot, to companion.Snapshot) (all []fragment.Scene) {
	moments = moments[max(0, len(moments)-mostScenes):]
	of, at := map[int]int{to.Version: 1}, map[int]int{} // moments of each entry, and those that were drawn
	for _, m := range moments {
		of[m.Version]++
	}
	room := page.Room{}
	if v.Seat == session.Host {
		room = s.room(v, to, &sc)
	}
	err := contain.Run(func() error {
		for _, m := range moments {
			parts := map[string]template.HTML{}
			for _, p := range scene(s.Context(v, m), room) {
				html, err := s.Templates[v.Lang]().Once(p.Name, p.Data)
				if err != nil {
					return err
				}
				parts[p.Name] = html
			}
			at[m.Version]++
			all = append(all, fragment.Scene{Version: float64(m.Version-1) + float64(at[m.Version])/float64(of[m.Version]), Parts: parts})
		}
		return nil
	})
	if err == nil {
		return all
	}
	if contain.Report(s.Logger, err, "what led to a page", "seat", v.Seat, "entry", to.Version); contain.Of(err) == nil {
		s.Logger.Error("web", "err", err)
	}
	return nil
}

func scene(c page.Context, room page.Room) []page.Part {
	if c.Room = room; c.Seat() == session.Host {
		return tablepage.Scene(c)
	}
	return page.Scene(c)
}

// recall draws the scenes that lead to an update: those after the entry that a page has shown, or if
// that is 0 those after the last one that its seat chose. There are none if many ask just now.
func (s *Pages) recall(ctx context.Context, st *tableStream, f *fragment.Update) (all []fragment.Scene, err error) {
	v, shown := st.Viewer, st.shown
	if shown == 0 && v.Seat != session.Host {
		chosen, err := s.Table.Chosen(ctx, v.Seat)
		if err != nil {
			return nil, err
		}
		shown = chosen
	}
	snap, err := s.Table.Snapshot(ctx, v.Seat)
	if err != nil {
		return nil, err
	}
	s.Aside(ctx, st.token, st.from, func() { all = s.Recalled(v, snap, shown, f) })
	return all, nil
}

// Recalled draws the scenes after an entry until an update, from a snapshot of then or later.
func (s *Pages) Recalled(v session.Viewer, snap companion.Snapshot, shown int, f *fragment.Update) []fragment.Scene {
	moments := s.past(snap, func() []companion.Snapshot { return snap.Between(max(shown, f.Version()-mostScenes), f.Version()) })
	if len(moments) < 2 {
		return nil
	}
	return s.scenes(v, s.whole(v, snap), moments[:len(moments)-1], moments[len(moments)-1])
}
