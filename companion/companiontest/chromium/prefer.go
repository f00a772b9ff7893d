package chromium

import (
	"context"
	"maps"
	"slices"

	"github.com/chromedp/chromedp"
)

// A feature is a preference of the user, as a media feature of style sheets.
type feature struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Prefer sets a preference of the page's user: the name of a media feature without its "prefers-",
// such as "color-scheme", and its value, such as "light".
func (p *Page) Prefer(name, value string) {
	p.Helper()
	p.likes["prefers-"+name] = value
	p.Do("prefer "+name+" "+value, prefers(p.likes))
}

func theme(dark bool) string {
	if dark {
		return "dark"
	}
	return "light"
}

// prefers returns the step that sets all preferences of a page.
func prefers(likes map[string]string) chromedp.Action[chromedp.Void] {
	var media struct {
		Features []feature `json:"features"`
	}
	for _, name := range slices.Sorted(maps.Keys(likes)) {
		media.Features = append(media.Features, feature{name, likes[name]})
	}
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Emulation.setEmulatedMedia", media, nil)
	})
}

// Hasten sets the speed of animations relative to the page's own; pages start at 20, because each
// tap waits for what moves.
func (p *Page) Hasten(rate float64) {
	p.Helper()
	p.Do("animations at another speed", hastens(rate))
}

func hastens(rate float64) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if err := t.Call(ctx, "Animation.enable", nil, nil); err != nil {
			return err
		}
		return t.Call(ctx, "Animation.setPlaybackRate", map[string]float64{"playbackRate": rate}, nil)
	})
}

// calm skips the film of what happened elsewhere, until the user says otherwise, and lets changed
// controls accept a tap almost at once.
func calm() chromedp.Action[chromedp.Void] {
	const script = `try { localStorage.getItem("film-speed") ?? localStorage.setItem("film-speed", "100"); localStorage.getItem("dead-time") ?? localStorage.setItem("dead-time", "20") } catch {}` // about:blank stores nothing
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Page.addScriptToEvaluateOnNewDocument", map[string]string{"source": script}, nil)
	})
}

// speaks chooses the language of the pages at an address, as the buttons on them do.
func speaks(home, lang string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if lang == "en" { // the same as Accept-Language
			return nil
		}
		return t.Call(ctx, "Network.setCookie", map[string]string{"name": "lang", "value": lang, "url": home}, nil)
	})
}
