package table

import (
	"context"
	"slices"
	"time"

	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
)

// quietFor is how long nothing must change before something is said, as on the pages.
const quietFor = 300 * time.Millisecond

// Announce calls tell with what a screen reader would say of the public page in a language, until
// ctx ends: each line once for as long as it stands there. Lines that are there at the start are
// left out.
func (s *Pages) Announce(ctx context.Context, lang string, tell func(lines []string)) error {
	shots, err := s.Table.Watch(ctx, "")
	if ctx.Err() != nil {
		return nil // ctx was done at the start
	}
	if err != nil {
		return err
	}
	if !site.Speaks(lang) {
		lang = s.Opts.Program.Lang
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
