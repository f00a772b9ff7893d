package chromium_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"
)

// A browser shows each frame of a film where and for as long as it should; what changes nothing
// adds no frame.
func TestFilm(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	var film []byte
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/film.webp" {
			w.Write(film)
			return
		}
		fmt.Fprint(w, `<!doctype html><html lang="en"><style>body { margin: 0; background: #fff } div { position: absolute; width: 21px; height: 20px; top: 31px; background: #f00 }</style><div></div>`)
	}))
	t.Cleanup(s.Close)
	p := chromium.Start(t, true).Page(t, s.URL, "en", 201, 100)
	p.Open("/")
	f := p.Film(90)
	for i, x := range []int{11, 11, 101} {
		chromium.Ask[bool](p, fmt.Sprintf(`document.querySelector("div").style.left = "%dpx", true`, x))
		if err := f.Show(time.Duration(i+1) * 100 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	film = f.WebP()
	chromium.Ask[bool](p, `window.told = "", (async () => {
		const d = new ImageDecoder({ data: (await fetch("/film.webp")).body, type: "image/webp" });
		await d.completed;
		const all = [];
		for (let i = 0; i < d.tracks.selectedTrack.frameCount; i++) {
			const { image } = await d.decode({ frameIndex: i });
			const c = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
			c.drawImage(image, 0, 0);
			const red = (x, y) => c.getImageData(x, y, 1, 1).data[1] < 128 ? "red" : "white";
			all.push([c.canvas.width + "x" + c.canvas.height, image.duration / 1000, red(21, 40), red(111, 40), red(21, 60)].join(" "));
		}
		window.told = all.join(", ");
	})().catch((e) => window.told = String(e)), true`)
	p.Until(`window.told !== ""`)
	if got, want := chromium.Ask[string](p, `window.told`), "201x100 300 red white white, 201x100 300 white red white"; got != want {
		t.Errorf("the film shows %s, want %s", got, want)
	}
}
