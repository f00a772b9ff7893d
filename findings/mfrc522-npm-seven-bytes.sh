#!/usr/bin/env bash
# Tags that one buys today (NTAG21x) have a number of seven bytes. An RC522 gets it in two steps: the first answers 88
# (cascade tag), three bytes and their sum, and the second the other four (ISO 14443-3, section 6.5; NXP AN10927).
# npm's driver for the RC522 does the first step alone, and calls what it got the card's number.
#
# Expected: 04 1A 2B 3C 4D 5E 80 for one tag and 04 1A 2B 99 4D 5E 81 for another, or an error.
# Seen:     88 04 1A 2B for both, and a status that says it went well: two tags of one roll are one card.
. "$(dirname "$0")/lib/npm.sh"

run_node mfrc522-rpi@2.1.3 <<'JS'
// The package that moves pins is left out: there are none here.
const Module = require("module"), load = Module._load;
Module._load = (name, ...rest) => (name === "rpio" ? {} : load(name, ...rest));
const Mfrc522 = require("mfrc522-rpi");

// A chip in whose field a tag lies: registers over SPI, and what the tag answers to the first step.
class Chip {
  constructor(uid) { this.uid = uid; this.registers = Buffer.alloc(64); this.fifo = []; }
  open() {}
  write([address, value]) {
    const register = address >> 1;
    if (register === 0x09) this.fifo.push(value);
    else if (register === 0x0a && value & 0x80) this.fifo = [];
    else this.registers[register] = value;
    if (register === 0x0d && value & 0x80 && this.registers[1] === 0x0c) {
      const asked = this.fifo.splice(0);
      if (asked[0] === 0x93 && asked[1] === 0x20) {
        const level = [0x88, ...this.uid.slice(0, 3)];
        this.fifo = [...level, level.reduce((a, b) => a ^ b)];
      }
      this.registers[0x04] = 0x30; // received, and idle
    }
  }
  transfer([address]) {
    const register = (address & 0x7f) >> 1;
    let value = this.registers[register];
    if (register === 0x09) value = this.fifo.shift();
    if (register === 0x0a) value = this.fifo.length;
    return Buffer.from([0, value]);
  }
}

const hex = (b) => Buffer.from(b).toString("hex").toUpperCase().match(/../g).join(" ");
for (const uid of ["041A2B3C4D5E80", "041A2B994D5E81"]) {
  const reader = new Mfrc522(new Chip([...Buffer.from(uid, "hex")]));
  const got = reader.getUid();
  console.log(`${hex(Buffer.from(uid, "hex"))}: status ${got.status}, number ${hex(got.data.slice(0, 4))}`);
}
JS
expect <<'SEEN'
04 1A 2B 3C 4D 5E 80: status true, number 88 04 1A 2B
04 1A 2B 99 4D 5E 81: status true, number 88 04 1A 2B
SEEN
