package web_test

import (
	"encoding/base64"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"
)

// The result of a game can be shared as a picture: from the page of its end and from that of the
// past game, in the language and theme of the page. A phone that shares files gets it as a PNG;
// elsewhere it is downloaded. Before the end there is none.
func TestResultIsShared(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	for i, show := range []broadcast{{game: "council-of-shadows", seats: []string{"purple", "red"}}, {game: "high-council", seats: []string{"white", "red", "yellow", "blue"}}} {
		going := show.begin(t)
		if status, _ := going.browser().get("/games/" + going.store.Games()[0].ID + "/charts/result.svg"); status != http.StatusNotFound {
			t.Errorf("a game that goes on has a picture of its result: %d", status)
		}
		h := show.finished(t)
		id := h.store.Games()[0].ID
		p := browse(t, true).Page(t, h.url, []string{"de", "es"}[i], 390, 844)
		p.Prefer("color-scheme", []string{"dark", "light"}[i])
		p.Open([]string{"/table", "/games/" + id}[i])
		chromium.Ask[bool](p, `window.sent = window.saved = null,
			navigator.canShare = () => true, navigator.share = async ({ files }) => { window.sent = files[0]; },
			HTMLAnchorElement.prototype.click = function () { window.saved = this.download + " " + this.href.split(":")[0]; }, true`)
		p.Click("#share-result")
		p.Until("window.sent")
		chromium.Ask[bool](p, `window.drawn = "", ((r) => { r.onload = () => { window.drawn = r.result; }; r.readAsDataURL(window.sent); })(new FileReader()), true`)
		p.Until("window.drawn")
		picture, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(chromium.Ask[string](p, "window.drawn"), "data:image/png;base64,"))
		check(t, err)
		size, err := png.DecodeConfig(strings.NewReader(string(picture)))
		check(t, err)
		if size.Width != 1080 || size.Height < 1000 || len(picture) < 20_000 || len(picture) > 1_000_000 {
			t.Errorf("%s is %d by %d, %d bytes", show.game, size.Width, size.Height, len(picture))
		}
		check(t, os.WriteFile(filepath.Join(t.ArtifactDir(), show.game+".png"), picture, 0o600))
		chromium.Ask[bool](p, `navigator.canShare = undefined, true`)
		p.Click("#share-result")
		p.Until(`window.saved === "arbiter.png blob"`)
		p.Shot("share")
	}
}
