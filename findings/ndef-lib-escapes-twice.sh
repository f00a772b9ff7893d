#!/usr/bin/env bash
# The address of a table on a tag may hold an escaped character (%20). ndef-lib says in its own words that it does not
# escape what it is given; it does, and undoes it when it reads, so that its own test of a tag shows nothing. A phone
# reads what is on the tag (NFC Forum URI RTD 1.0: the rest of the address, as it is).
#
# Expected: %20 on the tag.
# Seen:     %2520 on the tag, %20 from its own reader, and %2520 from npm's ndef, which reads the same bytes.
. "$(dirname "$0")/lib/npm.sh"

run_node ndef-lib@0.1.1 ndef@0.2.0 <<'JS'
const { NdefMessage, NdefUriRecord } = require("ndef-lib");
const ndef = require("ndef");
const uri = "http://arbiter.local/table%20two";
const record = new NdefUriRecord();
record.setUri(uri);
const message = new NdefMessage();
message.push(record);
const bytes = Buffer.from(message.toByteArray());
console.log("given          ", uri);
console.log("on the tag     ", JSON.stringify(bytes.toString("latin1")));
console.log("read by itself ", new NdefUriRecord(NdefMessage.fromByteArray([...bytes]).getRecords()[0]).getUri());
console.log("read by another", ndef.decodeMessage([...bytes])[0].value);
JS
expect <<'SEEN'
given           http://arbiter.local/table%20two
on the tag      "Ñ\u0001\u001cU\u0003arbiter.local/table%2520two"
read by itself  http://arbiter.local/table%20two
read by another http://arbiter.local/table%2520two
SEEN
