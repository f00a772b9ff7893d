#!/usr/bin/env bash
# The npm package ndef takes the length of a record's id over into the next record that has none: that
# record loses the first bytes of its type or payload to an id that nobody wrote. It does not read back what it
# has written itself.
#
# Expected: a record without the IL flag has no id (NFC Forum, NDEF 1.0, section 3.2.5).
# Seen:     the second text below comes back with its first three bytes as its id.
. "$(dirname "$0")/lib/npm.sh"

run_node ndef@0.2.0 <<'JS'
const ndef = require('ndef')
const written = [ndef.textRecord('first', 'en', Array.from(Buffer.from('id-1'))), ndef.textRecord('second', 'en')]
const hex = record => `id "${Buffer.from(record.id)}" payload ${Buffer.from(record.payload).toString('hex')}`
for (const record of written) console.log('written', hex(record))
for (const record of ndef.decodeMessage(ndef.encodeMessage(written))) console.log('read   ', hex(record))
JS
expect <<'SEEN'
written id "id-1" payload 02656e6669727374
written id "" payload 02656e7365636f6e64
read    id "id-1" payload 02656e6669727374
read    id "ens" payload 65636f6e64
SEEN
