#!/usr/bin/env bash
# Two cards change places on a PC/SC reader faster than somebody looks. pcscd counts such changes in the upper half of the
# state (SCardGetStatusChange: two more, and still "present"). npm's nfc-pcsc looks at "present" and "empty" alone.
#
# Expected: the first card goes, the second comes.
# Seen:     the first card stays; the second is never read.
. "$(dirname "$0")/lib/npm.sh"

run_node nfc-pcsc@0.8.1 <<'JS'
const { EventEmitter } = require("events");
const Reader = require("nfc-pcsc/dist/Reader.js").default;

class Slot extends EventEmitter {
  state = 0; name = "ACS ACR122U 00 00"; uid = "";
  SCARD_STATE_EMPTY = 0x10; SCARD_STATE_PRESENT = 0x20; SCARD_SHARE_SHARED = 2; SCARD_SHARE_DIRECT = 3;
  connect(options, done) { done(null, 2); }
  disconnect(how, done) { done(null); }
  transmit(data, length, protocol, done) { done(null, Buffer.from(this.uid + "9000", "hex")); }
  async tell(state, uid) {
    this.uid = uid;
    this.emit("status", { state, atr: Buffer.from("3b8f8001804f0ca0000003060300030000000068", "hex") });
    this.state = state; // as the binding does after the listeners
    await new Promise((done) => setTimeout(done, 50));
  }
}

(async () => {
  for (const [how, between] of [["slowly", true], ["quickly", false]]) {
    const slot = new Slot(), reader = new Reader(slot), heard = [];
    reader.on("card", (card) => heard.push("comes " + card.uid)).on("card.off", (card) => heard.push("goes " + card.uid)).on("error", (err) => heard.push("error"));
    await slot.tell(0x10000 | 0x20, "04a1b2c3d4e5f6");
    if (between) await slot.tell(0x20000 | 0x10, "");
    await slot.tell(0x30000 | 0x20, "04112233445566");
    console.log(`${how}: ${heard.join(", ")}`);
  }
})();
JS
expect <<'SEEN'
slowly: comes 04a1b2c3d4e5f6, goes 04a1b2c3d4e5f6, comes 04112233445566
quickly: comes 04a1b2c3d4e5f6
SEEN
