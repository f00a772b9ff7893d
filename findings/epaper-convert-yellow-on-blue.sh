#!/usr/bin/env bash
# Seats have colours, and a panel of grays shows them by how light they are. npm's converter for e-paper has a preset for
# pictures in gray; it takes the mean of the strongest and the weakest of red, green and blue, not the luminance (CIE Y,
# Rec. 709: yellow is .93, blue .07), so full colours all become one gray.
#
# Expected: yellow much lighter than blue, red and green between them.
# Seen:     red, green, blue, yellow, cyan and magenta are all the same middle gray: yellow on blue is not to be seen.
. "$(dirname "$0")/lib/npm.sh"

also canvas
run_node @aitjcize/epaper-image-convert@0.1.20 <<'JS'
const canvas = require("./canvas");
import("@aitjcize/epaper-image-convert").then(async ({ processImage, getPreset, GRAYSCALE16 }) => {
  const colours = { yellow: [255, 255, 0], cyan: [0, 255, 255], green: [0, 255, 0], magenta: [255, 0, 255], red: [255, 0, 0], blue: [0, 0, 255] };
  for (const [name, colour] of Object.entries(colours)) {
    const picture = canvas(64, 64);
    picture.getContext("2d").putImageData({ data: new Uint8ClampedArray(64 * 64 * 4).map((_, i) => [...colour, 255][i % 4]) });
    const done = await processImage(picture, { displayWidth: 64, displayHeight: 64, palette: GRAYSCALE16, params: getPreset("grayscale"), createCanvas: canvas });
    const grays = done.canvas.getContext("2d").getImageData().data.filter((_, i) => i % 4 == 0);
    console.log(name.padEnd(8), Math.round(grays.reduce((sum, gray) => sum + gray, 0) / grays.length));
  }
});
JS
expect <<'SEEN'
yellow   164
cyan     164
green    164
magenta  164
red      164
blue     164
SEEN
