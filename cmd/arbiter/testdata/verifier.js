// Works out what was drawn in a game of Arbiter from its record alone, after the chapter
// "How to work out what was drawn" of companion/seal/README.md. Usage: node verifier.js GAME.jsonl
// Prints a line for each draw that follows from the secret. Exit status 1: something was
// drawn otherwise, or the secret is not the one that was sealed.
"use strict"
const { createHash } = require("crypto")
const sha = text => createHash("sha256").update(text, "utf8").digest("hex")
const [head, ...entries] = require("fs").readFileSync(process.argv[2], "utf8").trimEnd().split("\n").map(l => JSON.parse(l))
const wrong = []
if (!head.secret || sha(head.secret) !== head.sealed) wrong.push("the secret is not the one that was sealed")

const lines = [head.secret, ...head.seats.filter(s => (head.words || {})[s]).map(s => s + " " + head.words[s])]
const rank = (pile, card) => sha([...lines, pile + " " + card].join("\n"))
const some = (word, from, to, digits) => Array.from({ length: to - from + 1 }, (_, i) => word + String(from + i).padStart(digits, "0"))
const facts = head.facts.map(f => f.split(" "))
const fact = (...words) => facts.some(f => words.every((w, i) => f[i] === w))
const told = (word, card) => facts.findLast(f => f[0] === word && f[1] === card)
const techs = [
  "new-stargate gem-refinement discoverers science-settlement empire flexible-colonization energy-saver experienced-traveler",
  "resource-people perpetual-motion feudalism exploration-trip information-edge dominant-people energy-boost extra-settlement"].map(l => l.split(" "))
const pairs = list => list.flatMap((a, i) => list.slice(i + 1).map(b => a + "+" + b))
const decks = {
  pro: [...some("day-", 1, 30, 2), "trilithon-white", "trilithon-yellow"],
  contra: [...some("night-", 1, 30, 2), "trilithon-red", "trilithon-blue"] }
const copies = list => list.flatMap(([card, n]) => n === 1 ? [card] : some(card + "-", 1, n, 1))
const spells = copies([["fatal-fronds", 4], ..."feeding-frenzy bubble-trouble heat-wave spectral-slap heavy-hand lightning-bug sinister-screech red-gem-card blue-gem-card".split(" ").map(c => [c, 3]),
  ["curse-void", 2], ..."magma-hand unicorn-rush deadly-shroud personal-space psychic-spikes phoenix-flash kinetic-wave infernal-assault sudden-doom metamorphosis crystallization energy-bloom sapphire-synthesis ruby-synthesis luminous-glow orb-duplication gem-duplication red-orb-card blue-orb-card".split(" ").map(c => [c, 1])])
const traps = copies([["pointed-shield", 4], ["run-away", 3], ["bees-everywhere", 2], ["safety-dome", 1]])
const beyond = (stem, from, to) => some(stem, from, to, 2).filter(card => facts.some(f => f[1] === card))
const dice = ["red-1", "red-2", "blue-1", "blue-2", "purple"]
const sides = die => ["gem", "gem", "orb", "orb"].map(x => die.split("-")[0] + "-" + x).concat("shadow-fragment", "cursed-crystal")

function boxed(card) {
  const [, , kind, of] = told("pays", card) || [], marked = told("marked", card)
  return kind === "stations" && !fact("module", "stations") ||
    marked && +marked[2] > Math.max(head.seats.length, 3) ||
    kind === "galaxy" && head.seats.length === 2 && !facts.some(f => f[0] === "site" && f[1] === "back" && f[3] === of)
}

const pile = loose => ({ loose, under: [], away: [], n: 0 })
function begin() {
  const piles = { "ai-cards": pile(some("ai-", 1, 25, 2)), "dark-bonus-cards": pile(some("dark-", 1, 9, 1).filter(c => !boxed(c))),
    "light-bonus-cards": pile(some("light-", 1, 18, 2)), "dark-tech-1": pile(pairs(techs[0])), "dark-tech-2": pile(pairs(techs[1])),
    pro: pile(decks.pro), contra: pile(decks.contra), main: pile([...spells, ...beyond("attack-", 1, 15), ...beyond("conversion-", 1, 15), ...beyond("resource-", 1, 15)]),
    companions: pile([...some("companion-", 1, 10, 2), ...beyond("companion-", 11, 14)]), counterspells: pile([...traps, ...beyond("counterspell-", 1, 4)]) }
  for (const p of [1, 2, 3]) piles["tiles-" + p] = pile(some("tile-", 1, 31, 2).filter(t => (told("system", t) || [])[2] === String(p)))
  const level = Object.fromEntries(facts.filter(f => f[0] === "pile").map(f => [f[1], f[2]]))
  return { piles, hands: {}, open: [], drawn: [], started: false, rolls: 0, buried: [], automa: { at: 0, n: 0, level, opened: [] } }
}

// What a command draws: its pile, the name of that pile, the card, and what could come.
function draw(s, words) {
  const [by, verb, a, b] = words, numbered = new Set(["ai-cards", "pro", "contra", "main"])
  let of, card = a
  if (by !== "table") return
  if (verb === "open") return opened(s, a)
  if (verb === "roll") return rolled(s, a)
  if (head.game === "casting-shadows") return cast(s, verb, a, b)
  if (verb === "draw") of = "tiles-" + told("system", a)[2]
  else if (verb === "refill") of = "ai-cards"
  else if (verb === "remove") [of, card] = [techs[0].includes(a) ? "dark-tech-1" : "dark-tech-2", a + "+" + b]
  else if (verb === "deal") [of, card] = [head.game === "high-council" ? decks.pro.includes(b) ? "pro" : "contra" : s.started ? "light-bonus-cards" : "dark-bonus-cards", b]
  else return
  const p = s.piles[of]
  if (!p.loose.length && !p.under.length) [p.loose, p.away, p.n] = [p.away, [], p.n + 1]
  return { p, name: numbered.has(of) ? of + "-" + p.n : of, card, may: p.loose.length ? p.loose : p.under.slice(0, 1) }
}

function rolled(s, faces) {
  const name = "roll-" + s.rolls, least = faces.split(",").map((f, i) => f === "." ? f : sides(dice[i])
    .map((shows, n) => [rank(name + "-die-" + dice[i], n + 1), shows]).reduce((x, y) => y[0] < x[0] ? y : x)[1]).join(",")
  return { name, card: faces, least, text: name }
}

function cast(s, verb, a, b) {
  if (verb !== "draw" && verb !== "deal") return
  const of = verb === "deal" ? "counterspells" : a.startsWith("companion-") ? "companions" : "main", p = s.piles[of], card = verb === "deal" ? b : a
  const may = p.loose.length ? p.loose : p.under[0] === "?" ? s.buried : p.under.slice(0, 1)
  return { p, name: of === "main" ? "main-" + p.n : of, card, may }
}

function opened(s, card) {
  const a = s.automa, level = String(Math.min(a.at, 2))
  const all = some("automa-", 1, 18, 2).filter(c => [level, undefined].includes(a.level[c]) && (!told("advanced", c) || fact("module", "advanced")))
  const fresh = all.filter(c => !a.opened.includes(c))
  return { name: `automa-${level}-${fresh.length ? a.n : a.n + 1}`, card, may: fresh.length ? fresh : all }
}

function happens(s, e) {
  const [a, b, c, d] = e, hand = seat => s.hands[seat] ||= [], without = (list, x) => list.filter(y => y !== x)
  const side = card => s.piles[decks.pro.includes(card) ? "pro" : "contra"], away = cards => { for (const x of cards) side(x).away.push(x) }
  if (a === "phase") s.started = true
  else if (a === "cleared") s.piles["ai-cards"].away.push(c)
  else if (a === "reshuffled") { const p = s.piles[b]; [p.loose, p.away, p.n] = [p.away, [], p.n + 1] }
  else if (a === "pile") s.automa.level[b] = c
  else if (b === "drew") s.drawn.push(c)
  else if (b === "placed") { for (const t of without(s.drawn, c)) s.piles["tiles-" + told("system", t)[2]].under.push(t); s.drawn = [] }
  else if (b === "gave-back") s.piles["light-bonus-cards"].under.push(c)
  else if (a === "automa" && b === "level") s.automa.at = +c
  else if (b === "reshuffled") { s.automa.n++; s.automa.opened = s.automa.opened.filter(x => s.automa.level[x] !== c) }
  else if (b === "opened") s.automa.opened.push(c)
  else if (head.game === "casting-shadows") return casting(s, e)
  else if (head.game !== "high-council") return
  else if (b === "dealt" || b === "took-back") { s.hands[a] = [...hand(a), c]; s.open = without(s.open, c) }
  else if (b === "played") { s.hands[a] = without(hand(a), c); s.open.push(c) }
  else if (b === "gave") { s.hands[a] = without(hand(a), d); s.hands[c] = [...hand(c), d] }
  else if (b === "discussed" || b === "took-seat") { away(s.open); s.open = [] }
  else if (b === "pondered") { away(hand(a)); s.hands[a] = [] }
}

// What happens in Casting Shadows to its piles. Open cards of a book stand in hands by the
// seat, face-down ones by the seat and "down".
function casting(s, [a, b, c, d]) {
  const { main, counterspells } = s.piles, hand = seat => s.hands[seat] ||= [], lose = (seat, x) => { s.hands[seat] = hand(seat).filter(y => y !== x) }
  if (a === "shuffled") [main.loose, main.away, main.n] = [main.loose.concat(main.away), [], main.n + 1]
  else if (b === "turn" || b === "rerolls") s.rolls++
  else if (b === "refreshed") main.away.push(d)
  else if (b === "collected") hand(a).push(c)
  else if (b === "dropped" || b === "used") { lose(a, c); main.away.push(c) }
  else if (b === "trapped") { hand(a + " down").push(c); s.buried = s.buried.filter(x => x !== c); if (counterspells.under[0] === "?" && !counterspells.loose.length) counterspells.under.shift() }
  else if (b === "returned") { lose(a + " down", c); counterspells.under.push(c) }
  else if (b === "out") {
    main.away.push(...hand(a)); for (const x of hand(a + " down")) { counterspells.under.push("?"); s.buried.push(x) }
    s.hands[a] = s.hands[a + " down"] = []
  }
}

const always = fact("stacks", "device") || fact("hands", "dealt") || fact("dealt", "device"), states = [begin()]
for (const e of entries) {
  if (e.undoes) { states.pop(); continue }
  const s = structuredClone(states.at(-1)), d = draw(s, e.command.split(" "))
  if (d) {
    const least = d.least || d.may.reduce((x, y) => rank(d.name, y) < rank(d.name, x) ? y : x, d.may[0])
    if (d.card === least && (always || d.may.length > 1)) console.log(`#${e.seq} ${e.command}: ${d.text || d.name + " " + d.card}`)
    else if (always) wrong.push(`#${e.seq} ${e.command}: ${least} was to come of ${d.name}`)
    if (d.p) for (const list of ["loose", "under"]) d.p[list] = d.p[list].filter(x => x !== d.card)
  }
  for (const line of e.events || []) happens(s, line.split(" "))
  states.push(s)
}
for (const w of wrong) console.error(w)
process.exitCode = wrong.length ? 1 : 0
