#!/usr/bin/env bash
# A club evening on which everybody meets everybody twice. npm's tournament-organizer breaks ties by Sonneborn-Berger (the
# points of those whom one has beaten, for each win) and by the games among those who are level. Of two games between the
# same players it looks at the first alone.
#
# Here the earlier wins against the later in the first game, and loses in the second: all have two wins, one against each.
# Expected: Sonneborn-Berger 4 and a record of 0 for all three.
# Seen:     4, 2, 0 and 2, 0, -2, so that one of three equals is first.
. "$(dirname "$0")/lib/npm.sh"

run_node tournament-organizer@4.1.1 <<'JS'
import("tournament-organizer").then(({ default: Manager }) => {
  const evening = new Manager().createTournament("evening", {
    stageOne: { format: "double-round-robin" }, scoring: { win: 1, draw: 0.5, loss: 0, bye: 0, tiebreaks: ["sonneborn berger", "neighborhood record"] },
  });
  const names = ["Ann", "Ben", "Cleo"], met = new Set();
  names.forEach((name) => evening.createPlayer(name, name));
  evening.startTournament();
  const rounds = Math.max(...evening.getMatches().map((m) => m.getRoundNumber()));
  for (let round = 1; round <= rounds; round++) {
    for (const match of evening.getMatchesByRound(round).filter((m) => m.getPlayer1().id && m.getPlayer2().id)) {
      const [one, two] = [match.getPlayer1().id, match.getPlayer2().id], pair = [one, two].sort().join();
      const earlier = names.indexOf(one) < names.indexOf(two) ? one : two, later = earlier == one ? two : one;
      const winner = met.has(pair) ? later : earlier;
      met.add(pair);
      evening.enterResult(match.getId(), +(winner == one), +(winner == two));
    }
    if (round < rounds) evening.nextRound();
  }
  for (const s of evening.getStandings()) console.log(s.player.getName().padEnd(4), "points", s.matchPoints, "Sonneborn-Berger", s.tiebreaks.sonnebornBerger, "record", s.tiebreaks.neighborhoodRecord);
});
JS
expect <<'SEEN'
Ann  points 2 Sonneborn-Berger 4 record 2
Ben  points 2 Sonneborn-Berger 2 record 0
Cleo points 2 Sonneborn-Berger 0 record -2
SEEN
