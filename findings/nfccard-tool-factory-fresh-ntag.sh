#!/usr/bin/env bash
# An NTAG213 comes from the factory with an empty message behind a "lock control" block (its data sheet, memory
# content at delivery: 01 03 A0 0C 34 03 00 FE). The npm package nfccard-tool looks for the message at the very
# first byte: a new tag has none. And it looks for the lock bits where they are not kept: every tag is locked.
#
# Expected: a message of 0 bytes; not locked.
# Seen:     no message, locked; only the permissions, which stand elsewhere, say that it may be written.
. "$(dirname "$0")/lib/npm.sh"

run_node nfccard-tool@0.1.1 <<'JS'
const tool = require('nfccard-tool')
const tag = content => Buffer.concat([
  Buffer.from('0401020f 04050607 00480000 e1101200'.replaceAll(' ', ''), 'hex'), // number, lock bits 00 00, capabilities
  Buffer.from(content, 'hex')])
for (const [name, content] of [['as delivered', '0103a00c340300fe'], ['without the lock control block', '0300fe0000000000']]) {
  const { parsedHeader } = tool.parseInfo(tag(content))
  console.log(`${name}: message ${parsedHeader.hasNDEFMessage}, length ${parsedHeader.NDEFMessageLength}, ` +
    `locked ${tool.isStaticallyLocked()}, may be written ${parsedHeader.hasWritePermissions}`)
}
JS
expect <<'SEEN'
as delivered: message false, length 3, locked true, may be written true
without the lock control block: message true, length 0, locked true, may be written true
SEEN
