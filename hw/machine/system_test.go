package machine

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// steps are lines of a game of two, as phones send them. None of them ends the game.
var steps = []string{
	"purple pass", "green pass",
	"purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest",
	"green plan 1 discover", "green plan 2 colonize", "green plan 3 gems",
	"purple ready", "green ready",
}

// A lastingGame goes on while the system does its worst.
type lastingGame struct {
	*machine
	phone *table
	next  int // of steps
}

// goesOn plays the next step, at a table that still has everything.
func (g *lastingGame) goesOn() {
	g.Helper()
	seat, _, _ := strings.Cut(steps[g.next], " ")
	before := g.phone.version(seat)
	g.phone.must(seat, steps[g.next])
	if now := g.phone.version(seat); now == before {
		g.Errorf("%s has brought nothing", steps[g.next])
	}
	g.next++
}

// refused tries the next step, which must fail with these words.
func (g *lastingGame) refused(words string) {
	g.Helper()
	seat, _, _ := strings.Cut(steps[g.next], " ")
	status, said := g.phone.ask("POST", "do", url.Values{"seat": {seat}, "line": {steps[g.next]}, "version": {g.phone.version(seat)}}.Encode())
	if status == http.StatusOK || !strings.Contains(said, words) {
		g.Errorf("%s: status %d, want it refused with %q:\n%s", steps[g.next], status, words, said)
	}
}

// log returns what the file of games has of the game: how many entries, and no result yet.
func (g *lastingGame) log() string {
	g.Helper()
	return g.phone.run("games", "list")
}

func (g *lastingGame) process() string {
	g.Helper()
	return strings.TrimSpace(g.sh("systemctl show -p MainPID --value arbiter"))
}

// In the middle of a game the package, the service manager, the clock and the disk do what they do,
// and the game goes on.
func TestGameOutlivesTheSystem(t *testing.T) {
	t.Parallel()
	m := boot(t, emptyDisk(t, "games", "16M"))
	m.until(health, "table: ok")
	m.sh(`systemctl stop arbiter; rm -rf /var/lib/arbiter/*; mount /dev/vdb /var/lib/arbiter; chown arbiter:arbiter /var/lib/arbiter
dpkg --install /root/before.deb 2>&1; systemctl restart arbiter`)
	m.until(health, "table: ok")
	g := &lastingGame{machine: m, phone: m.table()}
	part := func(name string, play func(*lastingGame)) {
		t.Helper()
		t.Run(name, func(t *testing.T) {
			in, phone := m.in(t), *g.phone
			phone.T, phone.client = t, &http.Client{Jar: g.phone.client.Jar, Transport: in}
			phone.run = in.table().run
			now := &lastingGame{in, &phone, g.next}
			defer func() { g.next = now.next }()
			play(now)
		})
	}
	g.phone.owns()
	g.phone.post("start", "game=council-of-shadows&box=stand-in&seat=purple&seat=green&order=chosen&place-purple=1&place-green=2&all=1")

	part("an update", func(g *lastingGame) {
		before := g.process()
		if v := g.sh("dpkg-query -W -f '${Version}' arbiter"); !strings.HasSuffix(v, "~before") {
			g.Fatalf("the game began with %s, which is no version before", v)
		}
		g.goesOn()
		g.sh("dpkg --install /root/arbiter.deb 2>&1")
		g.goesOn()
		if now := g.process(); now != before {
			g.Errorf("the update ended the program in the middle of a game: process %s, was %s", now, before)
		}
		if old := g.sh("readlink /proc/" + before + "/exe"); !strings.Contains(old, "deleted") {
			g.Errorf("the game is played by %s, which is no program that was replaced", old)
		}
		g.sh("systemctl restart arbiter") // like a power cut
		g.until(health, "table: ok")
		g.goesOn()
	})
	part("a program that hangs", func(g *lastingGame) {
		before, log := g.process(), g.log()
		// Polling would use up the time that the machine's clock counts.
		said := g.do(order{Do: "run", Seconds: 300, Args: []string{"bash", "-euc", "kill -STOP " + before + "; journalctl --unit arbiter --output cat --lines 0 --follow | grep -m 1 'Watchdog timeout'"}})
		g.Log(strings.TrimSpace(said))
		g.until(health, "table: ok")
		if g.process() == before {
			g.Error("the service was not started anew")
		}
		if now := g.log(); now != log {
			g.Errorf("the game was\n%s\nand is\n%s", log, now)
		}
		g.goesOn()
	})
	part("a clock of 1970, and back", func(g *lastingGame) {
		before := g.process()
		g.sh("date +%s >/tmp/now; date -s @86400")
		g.goesOn()
		g.phone.shows("seat/purple", "data-version")
		g.sh("date -s @$(($(cat /tmp/now) + 60))")
		g.goesOn()
		if now := g.process(); now != before {
			g.Errorf("the service is process %s, was %s", now, before)
		}
		g.until(health, "table: ok")
	})
	part("a service that starts in 1970", func(g *lastingGame) {
		g.sh("date +%s >/tmp/now; date -s @86400; systemctl restart arbiter")
		g.until(health, "table: ok")
		g.goesOn()
		g.sh("date -s @$(($(cat /tmp/now) + 60))")
		g.goesOn()
	})
	part("a full disk", func(g *lastingGame) {
		before, log := g.process(), g.log()
		g.sh("cd /var/lib/arbiter; for size in 64k 4k 1k; do dd if=/dev/zero bs=$size of=photos oflag=append conv=notrunc,fsync 2>/dev/null || true; done")
		g.refused("the memory card of the device is full, so nothing was played; make room on it, and try again: no step is lost")
		if now := g.log(); now != log {
			g.Errorf("the game was\n%s\nand is\n%s", log, now)
		}
		g.sh("rm /var/lib/arbiter/photos")
		g.goesOn()
		g.until(health, "log: ok")
		if now := g.process(); now != before {
			g.Errorf("the service is process %s, was %s", now, before)
		}
	})
	part("what is left of it", func(g *lastingGame) {
		g.phone.post("finish", "")
		if said := g.phone.run("games", "check"); !strings.Contains(said, "1 game, sound") {
			g.Errorf("games check says:\n%s", said)
		}
		// The script has each step once, in order.
		_, script, _ := strings.Cut(g.phone.run("games", "export"), "\n\n")
		var played []string
		for line := range strings.Lines(script) {
			if strings.HasPrefix(line, "purple ") || strings.HasPrefix(line, "green ") {
				played = append(played, strings.TrimSpace(line))
			}
		}
		if !slices.Equal(played, steps[:g.next]) {
			g.Errorf("what was played is %q, want %q:\n%s", played, steps[:g.next], script)
		}
	})
	part("a purge", func(g *lastingGame) {
		g.sh("dpkg --purge arbiter 2>&1")
		for _, left := range []string{"/usr/bin/arbiter", "/lib/systemd/system/arbiter.service", "/lib/udev/rules.d/51-arbiter.rules", "/etc/arbiter"} {
			if said := g.says("ls -d " + left + " && echo is-there"); strings.Contains(said, "is-there") {
				g.Errorf("%s is left", left)
			}
		}
		if games := g.sh("ls /var/lib/arbiter"); !strings.Contains(games, "games.db") {
			g.Errorf("nobody said that the games may go, but there are only %q", games)
		}
		if said := g.says("systemctl is-active arbiter"); strings.TrimSpace(said) == "active" {
			g.Error("the service runs on")
		}
	})
}
