#!/usr/bin/env bash
# An NDEF message on a tag stands behind its length: one byte, or FF and two bytes from 255 on (NFC Forum Type 2 Tag
# 1.1, section 2.3). npm's driver for the PN532 writes one byte whatever the length is, and reads no other; a message
# of 300 bytes is written whole and marked as one of 44.
#
# Expected: 03 FF 01 2C before 300 bytes, and 300 bytes read back.
# Seen:     03 2C, and 44 bytes; what another program wrote with three bytes is cut to 255, two of them its length.
. "$(dirname "$0")/lib/npm.sh"

run_node pn532@1.0.0 <<'JS'
const { EventEmitter } = require("events");
const { PN532 } = require("pn532");

// An NTAG216 on a PN532 on a serial line: pages of four bytes.
const memory = Buffer.alloc(924);
class SerialPort extends EventEmitter {
  constructor() { super(); setImmediate(() => this.emit("open")); }
  write(bytes) {
    const at = bytes.indexOf(Buffer.from([0, 0, 0xff])), [tfi, command, ...args] = bytes.subarray(at + 5, at + 5 + bytes[at + 3]);
    let answer = [0xd5, command + 1];
    if (command === 0x40) { // InDataExchange: READ 30, WRITE A2
      answer.push(0);
      if (args[1] === 0x30) answer.push(...memory.subarray(4 * args[2], 4 * args[2] + 16));
      if (args[1] === 0xa2) memory.set(args.slice(3, 7), 4 * args[2]);
    }
    const sum = answer.reduce((a, b) => a + b, 0);
    setImmediate(() => this.emit("data", Buffer.from([0, 0, 0xff, 0, 0xff, 0, 0, 0, 0xff, answer.length, -answer.length & 0xff, ...answer, -sum & 0xff, 0])));
  }
}

const hex = (b) => b.toString("hex").toUpperCase().match(/../g).join(" ");
const reader = new PN532(new SerialPort());
reader.on("ready", async () => {
  for (const n of [200, 300]) {
    memory.fill(0);
    await reader.writeNdefData(Array.from({ length: n }, (_, i) => 1 + (i % 200)));
    const read = await reader.readNdefData();
    console.log(`${n} bytes written: the tag begins ${hex(memory.subarray(16, 22))}, ${read.length} bytes are read`);
  }
  memory.fill(0);
  memory.set([0x03, 0xff, 0x01, 0x2c, ...Array.from({ length: 300 }, (_, i) => 1 + (i % 200)), 0xfe], 16);
  const read = await reader.readNdefData();
  console.log(`300 bytes of another program: ${read.length} bytes are read, they begin ${hex(read.subarray(0, 4))}`);
});
JS
expect <<'SEEN'
200 bytes written: the tag begins 03 C8 01 02 03 04, 200 bytes are read
300 bytes written: the tag begins 03 2C 01 02 03 04, 44 bytes are read
300 bytes of another program: 255 bytes are read, they begin 01 2C 01 02
SEEN
