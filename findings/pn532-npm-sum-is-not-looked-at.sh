#!/usr/bin/env bash
# Each frame of a PN532 ends with the sum of its bytes, so that noise on a long cable is noticed (NXP UM0701-02,
# section 6.2.1). npm's driver reads the frame and not its sum.
#
# Expected: an error, or the question once more, for a frame with one bit turned.
# Seen:     the number of a card that does not exist.
. "$(dirname "$0")/lib/npm.sh"

run_node pn532@1.0.0 <<'JS'
const { EventEmitter } = require("events");
const { PN532 } = require("pn532");

class SerialPort extends EventEmitter {
  constructor() { super(); this.noise = 0; setImmediate(() => this.emit("open")); }
  write(bytes) {
    const at = bytes.indexOf(Buffer.from([0, 0, 0xff])), command = bytes[at + 6];
    const answer = [0xd5, command + 1];
    if (command === 0x4a) answer.push(1, 1, 0x00, 0x04, 0x08, 4, 0xde, 0xad, 0xbe, 0xef);
    const sum = answer.reduce((a, b) => a + b, 0);
    answer[answer.length - 1] ^= this.noise; // after the sum was made
    setImmediate(() => this.emit("data", Buffer.from([0, 0, 0xff, 0, 0xff, 0, 0, 0, 0xff, answer.length, -answer.length & 0xff, ...answer, -sum & 0xff, 0])));
  }
}

const port = new SerialPort(), reader = new PN532(port);
reader.on("ready", async () => {
  console.log("a quiet line:   ", (await reader.scanTag()).uid);
  port.noise = 0x10;
  console.log("one bit turned: ", (await reader.scanTag()).uid);
});
JS
expect <<'SEEN'
a quiet line:    de:ad:be:ef
one bit turned:  de:ad:be:ff
SEEN
