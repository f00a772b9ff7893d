#!/usr/bin/env bash
# Plays of board games come as XML from BoardGameGeek. A client on npm reads each attribute as a number where it looks
# like one, leaves the references that stand for an apostrophe as they are, and gives one play as a thing, two as a list.
#
# Expected: the game "1830" and the players "007" and "1e2" as texts, the player O'Neill, a list of one play.
# Seen:     1830, 7 and 100 as numbers, "O&#039;Neill", and no list.
. "$(dirname "$0")/lib/npm.sh"

run_node bgg-xml-api-client@0.3.4 <<'JS'
const http = require("http");
const { getBggPlays } = require("bgg-xml-api-client");
const play = (id, game, player) => `<play id="${id}" date="2026-11-20" quantity="1"><item name="${game}" objectid="1"/>` +
  `<players><player username="" userid="0" name="${player}" color="0x10" score="12" win="1"/></players></play>`;
const xml = (...plays) => `<?xml version="1.0" encoding="utf-8"?><plays username="someone" total="${plays.length}" page="1">${plays.join("")}</plays>`;
const pages = [xml(play(1, "1830", "O&#039;Neill")), xml(play(1, "1830", "007"), play(2, "Go", "1e2"))];
const server = http.createServer((request, response) => response.end(pages.shift())).listen(0, "127.0.0.1", async () => {
  for (let i = 0; i < 2; i++) {
    const got = await getBggPlays({ username: "someone" }, { authorizationKey: "none", baseURL: `http://127.0.0.1:${server.address().port}/` });
    console.log(got.total, "play(s), a list:", Array.isArray(got.play));
    for (const p of [].concat(got.play)) console.log(" ", JSON.stringify(p.item.name), JSON.stringify(p.players.player));
  }
  server.close();
});
JS
expect <<'SEEN'
1 play(s), a list: false
  1830 {"username":"","userid":0,"name":"O&#039;Neill","color":16,"score":12,"win":1}
2 play(s), a list: true
  1830 {"username":"","userid":0,"name":7,"color":16,"score":12,"win":1}
  "Go" {"username":"","userid":0,"name":100,"color":16,"score":12,"win":1}
SEEN
