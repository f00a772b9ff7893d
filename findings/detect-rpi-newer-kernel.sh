#!/usr/bin/env bash
# Is this a Raspberry Pi? npm's detect-rpi knows the chips of all of them, the Pi 5's too, and looks for their names in the
# line "Hardware" of /proc/cpuinfo. Raspberry Pi's kernels have had no such line since the end of 2023 (raspberrypi/linux#5690);
# what stays is "Model", and /proc/device-tree/model.
#
# Expected: a Pi 4 is one with either kernel, and so is a Pi 5.
# Seen:     a Pi 4 is one until its kernel is updated; a Pi 5 is none.
. "$(dirname "$0")/lib/npm.sh"

run_node detect-rpi@1.5.0 <<'JS'
const fs = require("fs"), isPi = require("detect-rpi"), read = fs.readFileSync;
const cpu = (part) => `processor\t: 0\nBogoMIPS\t: 108.00\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x4\nCPU part\t: ${part}\nCPU revision\t: 1\n\n`;
const end = (revision, model) => `Revision\t: ${revision}\nSerial\t\t: 0000000000000000\nModel\t\t: ${model}\n`;
const seen = {
  "Pi 4, before": cpu("0xd08") + "Hardware\t: BCM2835\n" + end("c03114", "Raspberry Pi 4 Model B Rev 1.4"),
  "Pi 4, since": cpu("0xd08") + end("c03114", "Raspberry Pi 4 Model B Rev 1.4"),
  "Pi 5, since": cpu("0xd0b") + end("c04170", "Raspberry Pi 5 Model B Rev 1.0"),
};
for (const [what, text] of Object.entries(seen)) {
  fs.readFileSync = (path, ...rest) => path == "/proc/cpuinfo" ? text : read(path, ...rest);
  console.log(`${what}: ${isPi() ? "a Raspberry Pi" : "no Raspberry Pi"}`);
}
JS
expect <<'SEEN'
Pi 4, before: a Raspberry Pi
Pi 4, since: no Raspberry Pi
Pi 5, since: no Raspberry Pi
SEEN
