package bgstats_test

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"arbiter/companion/bgstats"
	"arbiter/engine"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// say calls seats by their players like the tables of the tests.
func say(names map[engine.Seat]string) func(engine.Text) string {
	return func(t engine.Text) string {
		if seat, ok := t.Args[0].(engine.Seat); ok {
			if names[seat] != "" {
				return names[seat]
			}
			return strings.ToUpper(string(seat[:1])) + string(seat[1:])
		}
		return string(t.Args[0].(engine.Term))
	}
}

func who(word string) engine.Text { return engine.Say("%s", engine.Term(word)) }

func council() engine.Game {
	return engine.Game{Name: "council-of-shadows", Title: "Council of Shadows"}
}

// late is 23:30 in a zone two hours ahead of UTC, so that the day differs there.
func late() time.Time {
	return time.Date(2026, 11, 22, 1, 30, 5, 0, time.FixedZone("there", 2*60*60))
}

// plays are those of the golden links: from one player against the Automa up to four, with ties,
// accents, emoji and characters that are special in URLs.
func plays() map[string]bgstats.Kept {
	kept := func(k bgstats.Kept) bgstats.Kept {
		k.ID, k.Created, k.Duration = "20261121-233005-abcdef", late(), 83*time.Minute+40*time.Second
		if k.Rules.Name == "" {
			k.Rules = council()
		}
		k.Say = say(k.Names)
		return k
	}
	return map[string]bgstats.Kept{
		"alone against the Automa, which wins": kept(bgstats.Kept{
			Names: map[engine.Seat]string{"purple": "Ana"}, Note: "so close & yet so far? 100 % #1",
			Start: engine.View{Seats: []engine.Place{{Seat: "purple", Turn: true}, {Seat: "automa", Robot: true}}},
			End:   engine.View{Seats: []engine.Place{{Seat: "automa", Robot: true, Winner: true, Who: who("Automatos")}, {Seat: "purple", Who: who("Treton")}}},
			Ranks: []engine.Rank{{Seat: "automa", Place: 1}, {Seat: "purple", Place: 2}},
		}),
		"two, one of them a bot": kept(bgstats.Kept{
			Names: map[engine.Seat]string{"red": "José Ñuñez"}, Bots: map[engine.Seat]string{"green": "greedy"}, Board: "full",
			Start: engine.View{Seats: []engine.Place{{Seat: "green"}, {Seat: "red", Turn: true}}},
			End:   engine.View{Seats: []engine.Place{{Seat: "red", Winner: true, Who: who("Avry")}, {Seat: "green", Who: who("Takrill")}}},
			Ranks: []engine.Rank{{Seat: "red", Place: 1}, {Seat: "green", Place: 2}},
		}),
		"three, two of whom share the victory": kept(bgstats.Kept{
			Names: map[engine.Seat]string{"purple": "Käthe \"Kat\" Groß", "red": "Zoë 🎲🪐", "green": "a+b=c/d"},
			Start: engine.View{Seats: []engine.Place{{Seat: "purple", Turn: true}, {Seat: "red", Turn: true}, {Seat: "green"}}},
			End:   engine.View{Seats: []engine.Place{{Seat: "purple", Winner: true}, {Seat: "red", Winner: true}, {Seat: "green"}}},
			Ranks: []engine.Rank{{Seat: "purple", Place: 1}, {Seat: "red", Place: 1}, {Seat: "green", Place: 3}},
		}),
		"four in two teams": kept(bgstats.Kept{
			Rules: engine.Game{Name: "high-council", Title: "The High Council"},
			Names: map[engine.Seat]string{"white": "Ana", "red": "Ben", "yellow": "ANA ", "blue": "Ö"},
			Start: engine.View{Seats: []engine.Place{{Seat: "white"}, {Seat: "red"}, {Seat: "yellow"}, {Seat: "blue"}}},
			End: engine.View{Seats: []engine.Place{
				{Seat: "white", Winner: true, Who: who("Pro")}, {Seat: "red", Who: who("Contra")}, {Seat: "yellow", Winner: true, Who: who("Pro")}, {Seat: "blue", Who: who("Contra")},
			}},
			Ranks: []engine.Rank{{Seat: "white", Place: 1, Team: "Pro"}, {Seat: "red", Place: 3, Team: "Contra"}, {Seat: "yellow", Place: 1, Team: "Pro"}, {Seat: "blue", Place: 3, Team: "Contra"}},
		}),
		"nobody has won": kept(bgstats.Kept{
			Start: engine.View{Seats: []engine.Place{{Seat: "purple"}, {Seat: "red"}}}, End: engine.View{Seats: []engine.Place{{Seat: "purple"}, {Seat: "red"}}},
		}),
	}
}

// golden has the links as the app reads them: numbers, strings and booleans are distinguished. An
// id @NAME stands for one of ids.
func golden() map[string]string {
	head := `"sourceName":"Arbiter","sourcePlayId":"20261121-233005-abcdef","playDate":"2026-11-21 23:30:05","durationMin":84,`
	game := `"game":{"name":"Council of Shadows","sourceGameId":"council-of-shadows","highestWins":false,"noPoints":true},`
	return map[string]string{
		"alone against the Automa, which wins": `{` + head + `"comments":"so close & yet so far? 100 % #1",` + game + `"players":[
			{"name":"Ana","sourcePlayerId":"@Ana","startPlayer":true,"winner":false,"rank":2,"role":"Treton"},
			{"name":"Automa","sourcePlayerId":"seat-automa","startPlayer":false,"winner":true,"rank":1,"role":"Automa"}]}`,
		"two, one of them a bot": `{` + head + `"board":"full",` + game + `"players":[
			{"name":"Green","sourcePlayerId":"seat-green","startPlayer":false,"winner":false,"rank":2,"role":"Bot"},
			{"name":"José Ñuñez","sourcePlayerId":"@José Ñuñez","startPlayer":true,"winner":true,"rank":1,"role":"Avry"}]}`,
		"three, two of whom share the victory": `{` + head + game + `"players":[
			{"name":"Käthe \"Kat\" Groß","sourcePlayerId":"@Käthe \"Kat\" Groß","startPlayer":true,"winner":true,"rank":1},
			{"name":"Zoë 🎲🪐","sourcePlayerId":"@Zoë 🎲🪐","startPlayer":false,"winner":true,"rank":1},
			{"name":"a+b=c/d","sourcePlayerId":"@a+b=c/d","startPlayer":false,"winner":false,"rank":3}]}`,
		"four in two teams": `{` + head + `"game":{"name":"The High Council","sourceGameId":"high-council","highestWins":false,"noPoints":true},"players":[
			{"name":"Ana","sourcePlayerId":"@Ana","startPlayer":true,"winner":true,"rank":1,"role":"Pro","team":"Pro"},
			{"name":"Ben","sourcePlayerId":"@Ben","startPlayer":false,"winner":false,"rank":3,"role":"Contra","team":"Contra"},
			{"name":"ANA ","sourcePlayerId":"@Ana","startPlayer":false,"winner":true,"rank":1,"role":"Pro","team":"Pro"},
			{"name":"Ö","sourcePlayerId":"@Ö","startPlayer":false,"winner":false,"rank":3,"role":"Contra","team":"Contra"}]}`,
		"nobody has won": `{` + head + game + `"players":[
			{"name":"Purple","sourcePlayerId":"seat-purple","startPlayer":true,"winner":false},
			{"name":"Red","sourcePlayerId":"seat-red","startPlayer":false,"winner":false}]}`,
	}
}

// ids are the first eight bytes of SHA-256 over "player " and the name in lower
// case, computed by another program.
func ids() map[string]string {
	return map[string]string{
		"Ana":                "ef0477eb01f96aec",
		"José Ñuñez":         "13a98fcb59646125",
		"Käthe \"Kat\" Groß": "86aaad38b1be3e6f",
		"Zoë 🎲🪐":             "95c2dc04fec8ea5a",
		"a+b=c/d":            "7bab3a405cc65374",
		"Ben":                "fb989b306dab7c27",
		"Ö":                  "903940956c71f06e",
	}
}

// decoded reads a link as the app does.
func decoded(t testing.TB, link string) map[string]any {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	if u.Scheme != "https" || u.Host != "app.bgstatsapp.com" || u.Path != "/createPlay.html" || u.Fragment != "" {
		t.Errorf("the link leads to %s", link)
	}
	// For the app a plus is a plus, as for decodeURIComponent.
	_, data, _ := strings.Cut(u.RawQuery, "data=")
	text, err := url.PathUnescape(data)
	if err != nil || strings.Contains(data, "&") {
		t.Fatalf("%s: %v", data, err)
	}
	var play map[string]any
	if err := json.Unmarshal([]byte(text), &play); err != nil {
		t.Fatal(err)
	}
	return play
}

func TestGoldenLinks(t *testing.T) {
	for name, kept := range plays() {
		var want map[string]any
		text := golden()[name]
		for player, id := range ids() {
			quoted, _ := json.Marshal("@" + player)
			text = strings.ReplaceAll(text, strings.ReplaceAll(string(quoted), `\u0026`, "&"), `"`+id+`"`)
		}
		if strings.Contains(text, `"@`) {
			t.Fatalf("%s: an id is not told: %s", name, text)
		}
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		p := bgstats.Of(kept)
		link := bgstats.Link(p)
		got := decoded(t, link)
		for field, value := range want {
			if d := cmp.Diff(value, got[field]); d != "" {
				t.Errorf("%s, %s: -want +got\n%s", name, field, d)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: other fields than wanted: %v", name, got)
		}
		if n := len(link); n >= bgstats.Longest {
			t.Errorf("%s: %d bytes, want less than %d", name, n, bgstats.Longest)
		}
	}
}

// The BoardGameGeek id is a number, and left out if it is unknown.
func TestBoardGameGeekIDIsANumber(t *testing.T) {
	p := bgstats.Of(plays()["nobody has won"])
	if _, ok := decoded(t, bgstats.Link(p))["game"].(map[string]any)["bggId"]; ok {
		t.Error("an id that nobody knows is sent")
	}
	p.Game.BGG = 12345
	if got, want := decoded(t, bgstats.Link(p))["game"].(map[string]any)["bggId"], any(12345.0); got != want {
		t.Errorf("bggId is %v (%T), want %v", got, got, want)
	}
}

// However long names and notes are, the link is short enough and loses only the end of the note.
func TestLinksAreShort(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.StringN(0, 40, -1)
		p := bgstats.Play{SourceName: bgstats.Source, SourcePlayID: "20261121-233005-abcdef", Comments: rapid.StringN(0, 2000, -1).Draw(r, "note")}
		for range rapid.IntRange(1, 4).Draw(r, "players") {
			n := name.Draw(r, "name")
			p.Players = append(p.Players, bgstats.Player{Name: n, SourcePlayerID: bgstats.PlayerID(n), Role: name.Draw(r, "role"), Team: "contra"})
		}
		link := bgstats.Link(p)
		if len(link) > bgstats.Longest {
			r.Fatalf("%d bytes", len(link))
		}
		got := decoded(t, link)
		note, _ := got["comments"].(string)
		if want := strings.ToValidUTF8(p.Comments, "\ufffd"); !strings.HasPrefix(want, note) {
			r.Fatalf("the note is %q, want the beginning of %q", note, want)
		}
		if len(got["players"].([]any)) != len(p.Players) {
			r.Fatal("players are lost")
		}
	})
}
