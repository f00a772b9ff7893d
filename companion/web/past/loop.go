package past

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"arbiter/companion/record"
	"arbiter/companion/review"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/session"
)

// rounds has a record of each game, for the start page to show a round of it. Bots played them, by
// arbiter demo.
//
//go:embed rounds
var rounds embed.FS

// A loop has at most so many moments: with a second for each it lasts 8 s.
const mostMoments = 8

// loops are those that were drawn, as they are sent, by game and language.
type loops struct {
	mu  sync.Mutex
	all map[string][]byte
}

// loop answers with moments of a round from the middle of a recorded game: the boards, in order.
func (s *Pages) loop(w http.ResponseWriter, r *http.Request) {
	game, lang := r.PathValue("game"), s.LanguageOf(r)
	s.loops.mu.Lock() // whoever comes meanwhile waits rather than draws the same
	defer s.loops.mu.Unlock()
	text, drawn := s.loops.all[game+" "+lang]
	if !drawn {
		boards, err := s.boards(game, lang)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if err := json.NewEncoder(z).Encode(boards); err != nil {
			panic(err) // writing strings to memory does not fail
		}
		z.Close()
		if s.loops.all == nil {
			s.loops.all = map[string][]byte{}
		}
		text = b.Bytes()
		s.loops.all[game+" "+lang] = text
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Encoding", "gzip") // it holds no secret, and every browser takes it
	w.Write(text)
}

// boards draws moments from the middle of a game on: a round of it, or as many as it takes where
// rounds are short.
func (s *Pages) boards(game, lang string) ([]string, error) {
	file, err := rounds.Open("rounds/" + game + ".jsonl")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	kept, err := record.Read(file, s.rulesOf)
	if err != nil {
		return nil, err
	}
	rules, _ := s.rulesOf(game)
	film, err := review.New(rules, kept.Setup, kept.Entries, review.Spectator)
	if err != nil {
		return nil, err
	}
	g := &replay{rules: rules, film: film}
	g.ID, g.Bots = kept.ID, kept.Bots
	var boards []string
	all := film.Rounds()
	for _, round := range all[len(all)/2:] {
		for at := round.First; at <= round.Last; at++ {
			c := s.contextOf(session.Viewer{Lang: lang}, g, g.snapshot(film.Positions[at].State))
			board, err := s.Templates[lang]().Fill("replay-board", pastpage.Position{Map: page.NewMap(c), Ring: page.NewRing(c)})
			if err != nil {
				return nil, err
			}
			if !slices.Contains(boards, string(board)) {
				boards = append(boards, string(board))
			}
		}
		if len(boards) >= mostMoments {
			break
		}
	}
	return spread(boards, mostMoments), nil
}

// spread returns at most so many of a list, evenly, the first and the last among them.
func spread(list []string, most int) []string {
	if len(list) <= most {
		return list
	}
	var all []string
	for i := range most {
		all = append(all, list[i*(len(list)-1)/(most-1)])
	}
	return all
}
