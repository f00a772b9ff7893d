package table

import (
	"context"
	"slices"
	"time"

	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
)

// quietFor is how long the table has to be quiet before something is said of it, as
// on the pages.
const quietFor = 300 * time.Millisecond

// Announce tells what a screen reader says of the public page, and nothing else,
// until ctx ends: lines in a language, each once for as long as it stands there.
// What stands there at the beginning is not told.
func (s *Pages) Announce(ctx context.Context, lang string, tell func(lines []string)) error {
	shots, err := s.Table.Watch(ctx, "")
	if ctx.Err() != nil {
		return nil // it ended before it began
	}
	if err != nil {
		return err
	}
	if !site.Speaks(lang) {
		lang = s.Opts.Lang
	}
	var told, now []string
	quiet := time.NewTimer(quietFor)
	quiet.Stop()
	for first := true; ; {
		select {
		case snap, ok := <-shots:
			if !ok {
				return nil
			}
			sc := s.whole(session.Viewer{Lang: lang}, snap)
			if now = sc.News; first {
				first, told = false, now
				continue
			}
			quiet.Reset(quietFor)
		case <-quiet.C:
			fresh := slices.DeleteFunc(slices.Clone(now), func(line string) bool { return slices.Contains(told, line) })
			if told = now; len(fresh) > 0 {
				tell(fresh)
			}
		}
	}
}
