#!/usr/bin/env bash
# E-paper of sixteen grays (IT8951) is drawn from pictures that npm's converter reduces to the panel's grays. It passes
# over the fifth of any palette, for in its palette of colours that place is not used; in the one of grays it is a gray.
#
# Expected: an area in one of the sixteen grays keeps that gray.
# Seen:     fifteen do; the fifth gray (68) is dots of the fourth and the sixth.
. "$(dirname "$0")/lib/npm.sh"

also canvas
run_node @aitjcize/epaper-image-convert@0.1.20 <<'JS'
const canvas = require("./canvas");
import("@aitjcize/epaper-image-convert").then(async ({ processImage, parsePalette }) => {
  const grays = Array.from({ length: 16 }, (_, i) => [17 * i, 17 * i, 17 * i]);
  const palette = parsePalette(JSON.stringify({ theoretical: { grays }, perceived: { grays } }));
  for (const gray of grays) {
    const picture = canvas(64, 64);
    picture.getContext("2d").putImageData({ data: new Uint8ClampedArray(64 * 64 * 4).map((_, i) => (i % 4 == 3 ? 255 : gray[0])) });
    const params = { exposure: 1, saturation: 1, toneMode: "contrast", contrast: 1, colorMethod: "rgb", ditherAlgorithm: "floyd-steinberg" };
    const done = await processImage(picture, { displayWidth: 64, displayHeight: 64, palette, params, createCanvas: canvas });
    const seen = new Set(done.canvas.getContext("2d").getImageData().data.filter((_, i) => i % 4 == 0));
    console.log(String(gray[0]).padStart(3), "is drawn as", [...seen].sort((a, b) => a - b).join(" and "));
  }
});
JS
expect <<'SEEN'
  0 is drawn as 0
 17 is drawn as 17
 34 is drawn as 34
 51 is drawn as 51
 68 is drawn as 51 and 85
 85 is drawn as 85
102 is drawn as 102
119 is drawn as 119
136 is drawn as 136
153 is drawn as 153
170 is drawn as 170
187 is drawn as 187
204 is drawn as 204
221 is drawn as 221
238 is drawn as 238
255 is drawn as 255
SEEN
