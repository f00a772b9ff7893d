package plays

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

var now = time.Date(2026, 11, 27, 20, 15, 0, 0, time.UTC)

func games() Games {
	g := Games{}
	g.Called("council-of-shadows", "Council of Shadows")
	g.Called("high-council", "Der Hohe Rat")
	g.Called("casting-shadows", "Casting Shadows")
	return g
}

const export = `{
 "games": [{"id": 1, "name": "Casting Shadows!", "bggId": 1}, {"id": 2, "name": "Der Hohe Rat", "bggName": ""}, {"id": 3, "name": "Chess"}],
 "players": [{"id": 10, "name": "Ana Ñ"}, {"id": 11, "name": "007", "isAnonymous": false}],
 "locations": [{"id": 5, "name": "Home"}],
 "plays": [
  {"uuid": "A-1", "bggId": 77, "gameRefId": 1, "playDate": "2026-11-20 19:30:00", "durationMin": 45, "locationRefId": 5, "comments": "Close\n one", "playerScores": [
   {"playerRefId": 10, "score": "12", "winner": true, "rank": 1}, {"playerRefId": 11, "score": 7, "winner": false, "role": "Kit"}]},
  {"uuid": "A-2", "gameRefId": 3, "playDate": "when", "playerScores": []}, {"uuid": "A-4", "gameRefId": 2, "playDate": "", "ignored": true},
  {"uuid": "A-3", "gameRefId": 2, "playDate": "2026-11-21 09:00:00", "playerScores": [{"anonymousName": "Guest", "score": null}]}
 ]
}
`

const told = `<?xml version="1.0" encoding="utf-8"?>
<plays username="ana" userid="1" total="103" page="1" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">
 <play id="77" date="2026-11-20" quantity="2" length="45" incomplete="0" nowinstats="0" location="Club">
  <item name="Council of Shadows" objecttype="thing" objectid="9"><subtypes><subtype value="boardgame"/></subtypes></item>
  <comments>Close &amp; good</comments>
  <players>
   <player username="" userid="0" name="007" startposition="1" color="red" score="41" new="0" rating="0" win="1"/>
   <player username="ben" userid="2" name="" startposition="2" color="" score="" new="0" rating="0" win="0"/>
  </players>
 </play>
 <play id="78" date="2026-11-21" quantity="1" length="0" incomplete="1" nowinstats="0" location=""><item name="Der Hohe Rat" objecttype="thing" objectid="8"/></play>
 <play id="79" date="0000-00-00" quantity="1" length="0" incomplete="0" nowinstats="0" location=""><item name="Chess" objecttype="thing" objectid="171"/></play>
</plays>
`

// What BG Stats and BoardGameGeek say of our games is read as it is meant; a player called 007
// keeps the zeros. Plays of other games are counted, whatever is wrong with them, and so are plays
// marked as not counting.
func TestPlaysAreRead(t *testing.T) {
	l, faults := Read("x.json", []byte(export), games(), now)
	if len(faults) > 0 || len(l.Plays) != 2 || l.Others != 1 || l.Ignored != 1 {
		t.Fatalf("%v %+v", faults, l)
	}
	if p := l.Plays[0]; p.ID != "bgstats:A-1" || p.BGG != "bgg:77" || p.Game != "casting-shadows" || p.Minutes != 45 || p.Place != "Home" || p.Note != "Close one" || p.Players[0] != (history.Player{Name: "Ana Ñ", Score: "12", Rank: 1, Won: true}) || p.Players[1].Score != "7" || p.Summary().Result != "player-1" {
		t.Errorf("%+v", p)
	}
	if p := l.Plays[1]; p.Players[0].Name != "Guest" || p.Result != companion.Nobody {
		t.Errorf("%+v", p)
	}
	if got := strings.Join(l.Names(), ","); got != "Ana Ñ,007,Guest" {
		t.Error(got)
	}
	l, faults = Read("x.xml", []byte(told), games(), now)
	if len(faults) > 0 || len(l.Plays) != 3 || l.Others != 1 || l.Further != 100 || l.Plays[1].ID != "bgg:77#2" || l.Plays[2].Result != companion.Abandoned {
		t.Fatalf("%v %+v", faults, l)
	}
	if p := l.Plays[0]; p.Players[0].Name != "007" || p.Players[1].Name != "ben" || p.Note != "Close & good" || p.Place != "Club" || p.Game != "council-of-shadows" {
		t.Errorf("%+v", p)
	}
}

// Plays that are here already are skipped, whatever program they came from; those that look like a
// game or a play here are asked about.
func TestPlaysAreCompared(t *testing.T) {
	l, _ := Read("x.json", []byte(export), games(), now)
	play := func(id, source string, day int, players int) history.Play {
		return history.Play{ID: id, Source: source, Game: "casting-shadows", At: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC), Players: make([]history.Player, players)}
	}
	game := func(day, hour, seats int) []history.Summary {
		return []history.Summary{{Game: "casting-shadows", Created: time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC), Seats: make([]engine.Seat, seats)}}
	}
	for what, c := range map[string]struct {
		games []history.Summary
		here  []history.Play
		want  [3]int // new, perhaps, known
	}{
		"nothing is here":             {nil, nil, [3]int{2, 0, 0}},
		"the same":                    {nil, l.Plays[:1], [3]int{1, 0, 1}},
		"the same from BoardGameGeek": {nil, []history.Play{play("bgg:77", bgg, 2, 9)}, [3]int{1, 0, 1}},
		"one of the same day":         {nil, []history.Play{play("bgg:5", bgg, 20, 2)}, [3]int{1, 1, 0}},
		"one of the same program":     {nil, []history.Play{play("bgstats:5", bgStats, 20, 2)}, [3]int{2, 0, 0}},
		"with more players":           {nil, []history.Play{play("bgg:5", bgg, 20, 3)}, [3]int{2, 0, 0}},
		"a game of the same day":      {game(20, 23, 2), nil, [3]int{1, 1, 0}},
		"a game of another day":       {game(21, 1, 2), nil, [3]int{2, 0, 0}},
	} {
		p := l.Compare(c.games, c.here)
		if got := [3]int{len(p.New), len(p.Perhaps), p.Known}; got != c.want {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
	back := List{Plays: []history.Play{play("bgg:77", bgg, 2, 9)}}
	if p := back.Compare(nil, l.Plays); p.Known != 1 {
		t.Errorf("BoardGameGeek has what BG Stats has told: %+v", p)
	}
	if got := []string{Resembling("ana  ñ", []string{"Ben", "Ana Ñ"}), Resembling("An", []string{"Ana"}), Resembling("!", []string{"?"})}; !slices.Equal(got, []string{"Ana Ñ", "", ""}) {
		t.Errorf("%q", got)
	}
}

// No name, note or place is kept unless somebody asks for it.
func TestNamesAreKeptIfAskedFor(t *testing.T) {
	l, _ := Read("x.json", []byte(export), games(), now)
	list := Called(l.Plays, map[string]string{"Ana Ñ": "Ana"}, false)
	if p := list[0]; p.Players[0].Name != "Ana" || p.Players[1].Name != "" || p.Note+p.Place != "" || p.Players[0].Score != "12" {
		t.Errorf("%+v", p)
	}
	if p := l.Plays[0]; p.Players[0].Name != "Ana Ñ" || p.Note == "" {
		t.Errorf("the list itself has changed: %+v", p)
	}
	if p := Called(l.Plays, nil, true)[0]; p.Note != "Close one" || p.Place != "Home" {
		t.Errorf("%+v", p)
	}
}

// Nothing in a file makes the reader open, fetch or expand anything, and every refusal names its
// line.
func TestPlaysThatAreRefused(t *testing.T) {
	for text, why := range map[string]string{
		"<!DOCTYPE plays [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<plays><play id=\"1\" date=\"2026-01-01\" quantity=\"1\"><comments>&b;</comments></play></plays>": "line 1: a document type is in it",
		"<plays>\n<play id=\"1\" date=\"2026-01-01\" quantity=\"1\"><item name=\"&x;\"/></play></plays>":                                                                  "line 2: this is no XML: invalid character entity &x;",
		"<message>Your request has been accepted</message>":                                                                                                               "BoardGameGeek has sent “message” instead of plays",
		strings.Repeat("<plays>", 50):                                          "this is no list of plays",
		strings.Replace(told, "2026-11-20", "2026-13-20", 1):                   "line 3: “2026-13-20” is no date",
		strings.Replace(told, `quantity="2"`, `quantity="1e9"`, 1):             "line 3: “1e9” is no number (quantity)",
		strings.Replace(told, `quantity="2"`, `quantity="0"`, 1):               "line 3: quantity is 0, which cannot be",
		strings.Replace(told, `<item name="Council of Shadows"`, "<item", 1):   "line 3: the play names no game",
		strings.Replace(told, `<player username=""`, `<plaier username=""`, 1): "line 3: among the players stands “plaier”",
		strings.ReplaceAll(export, "playerScores", "scores"):                   "line 6: the play has no list of players",
		strings.Replace(told, `id="77"`, `id=""`, 1):                           "line 3: the play has no id",
		strings.Replace(export, `"rank": 1`, `"rank": "first"`, 1):             "line 7: playerScores.rank is a string, which cannot be",
		strings.Replace(export, `"id": 2`, `"id": "two"`, 1):                   "line 2: games.id is a string",
		strings.ReplaceAll(export, "19:30:00", "soon"):                         "line 6: “2026-11-20 soon” is no date",
		export + "}": "line 12: this is no JSON: invalid character '}' after top-level value",
		strings.Replace(told, `id="78"`, `id="77"`, 1):                       "line 11: this play is there twice, first in line 3",
		strings.Replace(export, `"gameRefId": 1`, `"gameRefId": 9`, 1):       "line 6: the play names no game",
		strings.Replace(export, `"playerRefId": 11`, `"playerRefId": 99`, 1): "line 6: the play names no player of the file (playerRefId 99)",
		strings.Replace(export, `"2026-11-21 09:00:00"`, `"yesterday"`, 1):   "line 9: “yesterday” is no date",
		strings.Replace(export, `"durationMin": 45`, `"durationMin": -1`, 1): "line 6: no play takes -1 minutes",
		strings.Replace(export, `"A-3"`, `"A-1"`, 1):                         "line 9: this play is there twice, first in line 6",
		strings.Replace(export, `"uuid": "A-1", `, ``, 1):                    "line 6: the play has no uuid",
		export[:len(export)/2]: "this is no JSON: unexpected end of JSON input",
		`{"plays": []}`:        "no play is in it: taken are an export of BG Stats",
		"Hello":                "these are no plays: taken are",
		"":                     "it is empty",
	} {
		l, faults := Read("x", []byte(text), games(), now)
		if len(faults) == 0 || !strings.Contains(Refused(faults).Error(), why) || len(l.Plays) > 0 {
			t.Errorf("%.80q: %v, want %q", text, faults, why)
		}
	}
	_, faults := Read("x", []byte(strings.ReplaceAll(export, "durationMin", "playDate")), games(), now)
	if got := Refused(append(faults, faults...)).Error(); !strings.HasSuffix(got, "(further mistakes: 1)") {
		t.Error(got)
	}
}

// What is written for BoardGameGeek is read back unchanged, and no cell of the table is a formula.
func TestPlaysAreWritten(t *testing.T) {
	p := history.Play{ID: "bgg:1", Game: "council-of-shadows", At: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Minutes: 45, Note: "<good> & \"close\"", Source: bgg, Players: []history.Player{{Name: "=Ana", Won: true, Score: "41", Role: "red"}, {Name: "007"}}}
	var b bytes.Buffer
	if err := XML(&b, p, "Council of Shadows"); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(b.String(), "<play ", `<play id="1" `, 1) // which BoardGameGeek gives
	l, faults := Read("x.xml", []byte(text), games(), now)
	if len(faults) > 0 || len(l.Plays) != 1 || fmt.Sprint(l.Plays[0]) != fmt.Sprint(p) {
		t.Errorf("%v\n%+v\n%+v\n%s", faults, l.Plays, p, text)
	}
	b.Reset()
	if err := CSV(&b, p, "Council of Shadows"); err != nil || !strings.Contains(b.String(), "2026-11-20,Council of Shadows,45,,'=Ana,red,41,1,0,") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// file makes a file with some plays in one of the formats, and returns how many are of our games.
func file(r *rand.Rand, n int) (name string, text []byte, ours int) {
	titles := []string{"Council of Shadows", "Der Hohe Rat", "Casting Shadows", "Chess", "Go & more"}
	count := 1 + r.IntN(12)
	if n%2 == 0 {
		var plays, players []string
		for i := range 6 {
			players = append(players, fmt.Sprintf(`{"id": %d, "uuid": "P%d", "name": %q, "isAnonymous": false, "modificationDate": "2026-01-01 00:00:00"}`, i+1, i, fmt.Sprintf("Player ñ%d", i)))
		}
		for i := range count {
			g := r.IntN(len(titles))
			var scores []string
			for j := range 2 + r.IntN(3) {
				scores = append(scores, fmt.Sprintf(`{"playerRefId": %d, "score": %s, "winner": %v, "newPlayer": false, "startPlayer": %v, "rank": %d, "seatOrder": 0}`, 1+(i+j)%6, []string{`"12"`, "12", "null", `"3+4"`}[r.IntN(4)], j == 0, j == 1, j))
			}
			if g < 3 {
				ours++
			}
			plays = append(plays, fmt.Sprintf("{\"uuid\": \"U-%d-%d\", \"gameRefId\": %d, \"playDate\": \"2026-%02d-%02d 20:00:00\", \"durationMin\": %d, \"ignored\": false,\n  \"playerScores\": [%s]}", n, i, g+1, 1+r.IntN(11), 1+r.IntN(28), r.IntN(180), strings.Join(scores, ",\n   ")))
		}
		var all []string
		for i, title := range titles {
			all = append(all, fmt.Sprintf(`{"id": %d, "name": %s, "bggId": %d, "highestWins": true}`, i+1, string(must(json.Marshal(title))), 100+i))
		}
		return "BGStatsExport.json", []byte("{\n\"challenges\": [],\n\"games\": [" + strings.Join(all, ",\n") + "],\n\"players\": [" + strings.Join(players, ",\n") + "],\n\"locations\": [],\n\"plays\": [\n" + strings.Join(plays, ",\n") + "\n]\n}\n"), ours
	}
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<plays username=\"x\" userid=\"1\" total=\"1\" page=\"1\">\n")
	for i := range count {
		g, times := r.IntN(len(titles)), 1
		if g < 3 {
			times += r.IntN(2)
			ours += times
		}
		fmt.Fprintf(&b, "<play id=\"%d\" date=\"2026-%02d-%02d\" quantity=\"%d\" length=\"%d\" incomplete=\"0\" nowinstats=\"0\" location=\"\">\n<item name=\"%s\" objecttype=\"thing\" objectid=\"%d\"/>\n<players>\n", 1000*n+i+1, 1+r.IntN(11), 1+r.IntN(28), times, r.IntN(180), strings.ReplaceAll(titles[g], "&", "&amp;"), 100+g)
		for j := range 2 + r.IntN(3) {
			fmt.Fprintf(&b, "<player username=\"\" userid=\"0\" name=\"Player %d\" startposition=\"%d\" color=\"\" score=\"%d\" new=\"0\" rating=\"0\" win=\"%d\"/>\n", j, j+1, r.IntN(90), j%2)
		}
		b.WriteString("</players>\n</play>\n")
	}
	b.WriteString("</plays>\n")
	return "plays.xml", []byte(b.String()), ours
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// A hundred files in the two formats are read as they are meant. Each is then broken in ten ways:
// either it is refused with line and reason, or none of its remaining plays is skipped.
func TestHundredFilesOfPlays(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 7))
	refused := 0
	lost := func(l List, text []byte) int {
		there := bytes.Count(text, []byte(`"uuid": "U-`)) + bytes.Count(text, []byte("<play id=")) - l.Others
		for _, p := range l.Plays {
			if !strings.Contains(p.ID, "#") { // played more than once that day
				there--
			}
		}
		return there
	}
	for n := range 100 {
		name, text, ours := file(r, n)
		if l, faults := Read(name, text, games(), now); len(faults) > 0 || len(l.Plays) != ours || !Is(text) {
			t.Fatalf("%d: %v, %d plays, want %d\n%s", n, faults, len(l.Plays), ours, text)
		} else if lost(l, text) != 0 || ours > 0 && lost(List{Plays: l.Plays[1:], Others: l.Others}, text) != 1 {
			t.Fatalf("control: of %d plays a lost one is not seen", ours)
		}
		for way := range 10 {
			b := slices.Clone(text)
			lines := bytes.SplitAfter(b, []byte("\n"))
			i, at := r.IntN(len(lines)), r.IntN(len(b))
			switch way {
			case 0:
				b = b[:len(b)/2]
			case 1:
				b[at] ^= 1 << r.IntN(8)
			case 2:
				b = bytes.Join(slices.Delete(lines, i, i+1), nil)
			case 3:
				b = bytes.Join(slices.Insert(lines, i, lines[i]), nil)
			case 4:
				b = slices.Delete(b, at, at+1)
			case 5:
				b = slices.Insert(b, at, 0xfe)
			case 6:
				b = slices.Insert(b, at, '"')
			case 7:
				b = nil
			case 8:
				b = append(b, "\n<more/>{}"...)
			case 9:
				b = bytes.Replace(b, []byte("2026-"), []byte("20x6-"), 1)
			}
			l, faults := Read(name, b, games(), now)
			if refused += min(len(faults), 1); len(faults) == 0 {
				if lost(l, b) > 0 {
					t.Errorf("%d, broken by %d: %d plays are lost\n%s", n, way, lost(l, b), b)
				}
				continue
			}
			for _, x := range faults {
				if x.File != name || x.Line < 0 || x.Line > 1+bytes.Count(b, []byte("\n")) || x.Why.IsZero() || len(l.Plays) > 0 {
					t.Errorf("%d, broken by %d: %v", n, way, x)
				}
			}
		}
	}
	if refused < 500 {
		t.Errorf("only %d of 1000 broken files are refused", refused)
	}
	t.Logf("%d of 1000 broken files are refused", refused)
}
