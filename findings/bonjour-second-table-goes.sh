#!/usr/bin/env bash
# Two tables on one machine announce themselves on the network, and one of them closes. bonjour-service takes back what
# it registered by name and kind of record; the record that lists services of one type has the same name for all.
#
# Expected: "Blue" is still found when "Red" has closed; the goodbye (a record that lives for 0 s, RFC 6762, section
#           10.1) names what goes.
# Seen:     nobody who asks for the type is told of Blue any more, who asks for Blue by name is; and the goodbye takes
#           back the type itself, for which Blue still stands.
. "$(dirname "$0")/lib/npm.sh"

run_node bonjour-service@1.4.4 <<'JS'
// The network is left out: what is sent and asked goes through here.
const { EventEmitter } = require("events");
const Module = require("module"), load = Module._load;
const network = new EventEmitter();
let sent = [];
network.query = (name, type, then) => then && setImmediate(then);
network.respond = (what, then) => { sent.push(what); then && setImmediate(then); };
network.destroy = () => {};
Module._load = (name, ...rest) => (name === "multicast-dns" ? () => network : load(name, ...rest));

const { Bonjour } = require("bonjour-service");
const pause = () => new Promise((then) => setTimeout(then, 50));
const ask = (name, type) => {
  sent = [];
  network.emit("query", { questions: [{ name, type }] });
  return sent.flatMap((s) => s.answers).map((a) => (a.type === "PTR" ? a.data : a.name)).join(", ") || "no answer";
};

(async () => {
  const bonjour = new Bonjour();
  const red = bonjour.publish({ name: "Red", type: "arbiter", port: 8001, host: "pi.local", probe: false });
  bonjour.publish({ name: "Blue", type: "arbiter", port: 8002, host: "pi.local", probe: false });
  await pause();
  console.log("both open, who is of the type:", ask("_arbiter._tcp.local", "PTR"));
  sent = [];
  await new Promise((then) => red.stop(then));
  console.log("Red's goodbye:", sent.flat().filter((r) => r.ttl === 0 && !/^A/.test(r.type)).map((r) => `${r.type} ${r.name}`).join(", "));
  console.log("Red closed, who is of the type:", ask("_arbiter._tcp.local", "PTR"));
  console.log("Red closed, where is Blue:", ask("Blue._arbiter._tcp.local", "SRV"));
  process.exit();
})();
JS
expect <<'SEEN'
both open, who is of the type: Red._arbiter._tcp.local, Blue._arbiter._tcp.local
Red's goodbye: PTR _arbiter._tcp.local, SRV Red._arbiter._tcp.local, TXT Red._arbiter._tcp.local, PTR _services._dns-sd._udp.local
Red closed, who is of the type: no answer
Red closed, where is Blue: Blue._arbiter._tcp.local
SEEN
