#!/usr/bin/env bash
# A card that is lifted again while an ACR122U is still connecting makes pcscd refuse the connection. npm's nfc-pcsc
# sends such an error under a name that is the error itself, not under "error", so whoever waits for cards and errors
# hears of neither.
#
# Expected: an error, as when the card is lifted a moment later.
# Seen:     nothing; only a listener for that very error object would be called.
. "$(dirname "$0")/lib/npm.sh"

run_node nfc-pcsc@0.8.1 <<'JS'
const { EventEmitter } = require("events");
const Reader = require("nfc-pcsc/dist/Reader.js").default;

// A reader as the binding to pcscd tells of it; fail says at which of its two steps the card is gone.
class Slot extends EventEmitter {
  state = 0; name = "ACS ACR122U 00 00";
  SCARD_STATE_EMPTY = 0x10; SCARD_STATE_PRESENT = 0x20; SCARD_SHARE_SHARED = 2; SCARD_SHARE_DIRECT = 3;
  constructor(fail) { super(); this.fail = fail; }
  connect(options, done) { this.fail == "connect" ? done(new Error("Card was removed.")) : done(null, 2); }
  transmit(data, length, protocol, done) { this.fail == "transmit" ? done(new Error("Card was removed.")) : done(null, Buffer.from("04a1b2c3d4e5f69000", "hex")); }
}
const atr = Buffer.from("3b8f8001804f0ca0000003060300030000000068", "hex");

(async () => {
  for (const fail of ["nothing", "transmit", "connect"]) {
    const slot = new Slot(fail), reader = new Reader(slot), heard = [], sent = reader.emit;
    reader.on("card", (card) => heard.push("card " + card.uid)).on("error", (err) => heard.push("error"));
    reader.emit = function (name, ...rest) { if (typeof name != "string") heard.push(`(sent under the name "${name}")`); return sent.call(this, name, ...rest); };
    slot.emit("status", { state: slot.SCARD_STATE_PRESENT, atr });
    await new Promise((done) => setTimeout(done, 50));
    console.log(`fails: ${fail}; heard: ${heard.join(", ") || "nothing"}`);
  }
})();
JS
expect <<'SEEN'
fails: nothing; heard: card 04a1b2c3d4e5f6
fails: transmit; heard: error
fails: connect; heard: (sent under the name "ConnectError: An error occurred while connecting.")
SEEN
