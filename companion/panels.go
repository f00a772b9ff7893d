package companion

import (
	"slices"
	"time"

	"arbiter/companion/presence"
	"arbiter/engine"
)

// PanelTrouble tells everybody what is wrong with a panel; the zero Text says that it works again.
// The goroutine that serves the panel calls it. It gives up after Opts.Patience or when the table
// has ended.
func (t *Table) PanelTrouble(panel string, what engine.Text) {
	wait := time.NewTimer(t.opts.Patience)
	defer wait.Stop()
	select {
	case t.requests <- func() { t.noteBlank(panel, what) }:
	case <-t.stopped:
	case <-wait.C:
		t.logger.Warn("the table does not hear of a panel", "panel", panel)
	}
}

// noteBlank keeps one notice for each panel in trouble, in the order in which the troubles began.
func (t *Table) noteBlank(panel string, what engine.Text) {
	i := slices.IndexFunc(t.blank, func(d blankPanel) bool { return d.panel == panel })
	switch {
	case what.IsZero() && i >= 0:
		t.blank = slices.Delete(slices.Clone(t.blank), i, i+1)
	case what.IsZero():
		return
	case i >= 0:
		t.blank[i].what = what
	default:
		t.blank = append(t.blank, blankPanel{panel, what})
	}
	t.publish()
}

// notify sets what everybody is told.
func (t *Table) notify(texts []engine.Text) {
	if slices.EqualFunc(t.told, texts, engine.Text.Equal) {
		return
	}
	t.told = slices.Clone(texts)
	t.publish()
}

// A blankPanel is a panel that cannot show anything new, and why.
type blankPanel struct {
	panel string
	what  engine.Text
}

// warnings returns all notices in order: button menus, what is not about the game, changed rules, a
// damaged game, the store, panels, readers, and cards that may be copies.
func (t *Table) warnings() []presence.Notice {
	all := append(t.spoken(), t.divergent()...)
	all = append(append(append(append(all, t.faults...), t.damaged()...), t.asideNotices()...), t.trouble...)
	for _, text := range slices.Concat(t.opts.Standing, t.told) {
		all = append(all, presence.Notice{Own: text, Public: text})
	}
	for _, d := range t.blank {
		all = append(all, presence.Notice{Own: d.what, Public: d.what})
	}
	all = append(all, t.notices...)
	if t.game != nil {
		all = append(all, t.readers.Inquiries()...)
	}
	return append(all, t.readers.Suspicions(t.suspects)...)
}
