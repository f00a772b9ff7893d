#!/usr/bin/env bash
# A text record says in the highest bit of its first byte whether its text is UTF-8 or UTF-16 (NFC Forum, Text
# RTD 1.0, section 3.2.1). Two readers of such records on npm look at that bit and read UTF-8 all the same.
#
# Expected: "Ümit".
# Seen:     twice as many characters, with zeros between them, or other letters.
. "$(dirname "$0")/lib/npm.sh"

run_node ndef@0.2.0 ndef-lib@0.1.1 <<'JS'
const text = Buffer.from('Ümit', 'utf16le').swap16()
const payload = [0x80 | 2, ...Buffer.from('de'), ...text]

const ndef = require('ndef')
console.log('ndef:    ', JSON.stringify(ndef.text.decodePayload(payload)))

const lib = require('ndef-lib')
const record = new lib.NdefTextRecord()
record.setPayload(payload)
console.log('ndef-lib:', JSON.stringify(record.getText()))
JS
expect <<'SEEN'
ndef:     "\u0000�\u0000m\u0000i\u0000t"
ndef-lib: "\u0000Ü\u0000m\u0000i\u0000t"
SEEN
