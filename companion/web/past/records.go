package past

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbiter/companion/chart"
	"arbiter/companion/plays"
	"arbiter/companion/record"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// handOut registers the downloads.
func (s *Pages) handOut(mux *site.Routes) {
	mux.AtOnce("GET /games.csv", s.queued(s.gamesCSV))
	mux.AtOnce("GET /games/{id}/record.jsonl", s.found("past", (*Pages).kept, s.recordFile))
	mux.AtOnce("GET /games/{id}/script.txt", s.found("past", (*Pages).past, s.scriptFile))
	mux.AtOnce("GET /games/{id}/tracks.csv", s.wound("past", s.tracksFile))
	mux.AtOnce("GET /games/{id}/charts/{chart}", s.wound("past", s.chartFile))
	s.Act(mux, "/games/import", s.takeIn)
}

// attach sends a file as a download. If writing fails half-way the connection is aborted, so that
// nobody takes the file for complete.
func attach(w http.ResponseWriter, name, kind string, write func(io.Writer) error) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	if err := write(w); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// secretive refuses what would reveal the secrets of an unfinished game.
func (r *replay) secretive() error {
	if !r.over() {
		return engine.Refuse("this game goes on, and its record would tell hidden cards; it can be had when the game is over")
	}
	return nil
}

// recordFile sends the Arbiter game record; names=1 includes the names of players.
func (s *Pages) recordFile(w http.ResponseWriter, req *http.Request, _ site.Document, g *replay) error {
	if err := g.secretive(); err != nil {
		return err
	}
	times, err := s.Opts.Past.History.Times(g.ID)
	if err != nil {
		return err
	}
	kept := record.Game{
		ID: g.ID, Created: g.Created, Setup: g.setup, Bots: g.Bots, Program: g.Program, Result: g.Result,
		Entries: g.entries, Times: times[min(1, len(times)):],
	}
	if s.Opts.Dealing.Seals != nil {
		kept.Secret = s.Opts.Dealing.Seals.Secret(g.ID, g.setup.Sealed)
	}
	if req.URL.Query().Get("names") != "" {
		kept.Names = g.Labels
	}
	attach(w, g.ID+".jsonl", "application/jsonl; charset=utf-8", func(out io.Writer) error { return record.Write(out, kept) })
	return nil
}

func (s *Pages) scriptFile(w http.ResponseWriter, r *http.Request, _ site.Document, g *replay) error {
	if err := g.secretive(); err != nil {
		return err
	}
	if s.Opts.Past.Records == nil {
		return fs.ErrNotExist
	}
	attach(w, g.ID+".txt", "text/plain; charset=utf-8", func(out io.Writer) error { return s.Opts.Past.Records.Script(r.Context(), out, g.ID) })
	return nil
}

// tracksFile sends where the markers stood after each step.
func (s *Pages) tracksFile(w http.ResponseWriter, _ *http.Request, _ site.Document, g *replay) error {
	attach(w, g.ID+".csv", "text/csv; charset=utf-8", func(out io.Writer) error { return record.CSV(out, record.Tracks(g.film, g.Labels)) })
	return nil
}

// chartFile sends a chart as a file: NAME.svg.
func (s *Pages) chartFile(w http.ResponseWriter, req *http.Request, p site.Document, g *replay) error {
	name, ok := strings.CutSuffix(req.PathValue("chart"), ".svg")
	snap := g.snapshot(g.film.End())
	at := s.contextOf(p.Viewer, g, snap)
	all := g.film.Charts()
	if ok && name == "result" {
		return s.resultFile(w, req, at, g, all)
	}
	for _, c := range all {
		if ok && c.Name == name {
			attach(w, g.ID+"-"+name+".svg", "image/svg+xml", func(out io.Writer) error {
				_, err := io.WriteString(out, chart.SVG(c, pastpage.ChartOpts(at, c, all...))) // a download, never shown as a page
				return err
			})
			return nil
		}
	}
	return fs.ErrNotExist
}

// resultFile sends the picture of the result: what the page of the end tells. theme=light makes it
// one for a light page.
func (s *Pages) resultFile(w http.ResponseWriter, req *http.Request, c page.Context, g *replay, all []engine.Chart) error {
	b := g.film.Scoreboard()
	if !g.over() || len(b.Rows) == 0 {
		return fs.ErrNotExist
	}
	r := pastpage.Shared(c, b, g.film.Ranks(), all)
	r.Day, r.Light, r.Fonts = site.Day(c.Lang, g.Created), req.URL.Query().Get("theme") == "light", page.FontFaces()
	attach(w, g.ID+".svg", "image/svg+xml", func(out io.Writer) error {
		_, err := io.WriteString(out, r.SVG(pastpage.ChartOpts(c, engine.Chart{Name: "course"}))) // it has no script
		return err
	})
	return nil
}

// gamesCSV sends the games that a search finds, with a row for each seat.
func (s *Pages) gamesCSV(w http.ResponseWriter, r *http.Request) {
	if s.Opts.Past.History == nil {
		http.NotFound(w, r)
		return
	}
	games, _, err := s.Opts.Past.History.Find(queryOf(r).search())
	if _, err = s.Omitted(site.English, err); err != nil { // the list on the page names them
		s.Refuse(w, r, err)
		return
	}
	rows := [][]string{{"id", "created", "game", "seat", "player", "bot", "won", "result", "steps", "rating", "note"}}
	for _, g := range games {
		winners := strings.Fields(g.Result)
		for _, seat := range g.Seats {
			won := ""
			if slices.Contains(winners, string(seat)) {
				won = "1"
			}
			rows = append(rows, []string{
				g.ID, g.Created.UTC().Format(time.RFC3339), g.Game, string(seat), g.Labels[seat], g.Bots[seat], won, g.Result,
				strconv.Itoa(g.Entries), strconv.Itoa(g.Rating), g.Note,
			})
		}
	}
	logless, err := s.plays(queryOf(r).search())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	for _, p := range logless {
		g := p.Summary()
		for i, x := range p.Players {
			won := ""
			if x.Won {
				won = "1"
			}
			rows = append(rows, []string{p.ID, p.At.Format(date), p.Game, string(p.Seat(i)), x.Name, "", won, g.Result, "", "", p.Note})
		}
	}
	attach(w, "games.csv", "text/csv; charset=utf-8", func(out io.Writer) error { return record.CSV(out, slices.Values(rows)) })
}

// takeIn imports a record that is sent as a file, or looks at plays.
func (s *Pages) takeIn(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if s.Opts.Past.Records == nil {
		return site.Outcome{}, site.ErrMalformed
	}
	file, err := site.Sent(r, "record")
	if err != nil {
		return site.Outcome{}, err
	}
	in := bufio.NewReaderSize(file, plays.Beginning)
	var to string
	err = s.Alone(func() error {
		begin, err := in.Peek(plays.Beginning)
		if err != nil && !errors.Is(err, io.EOF) {
			return site.Unread(err)
		}
		if plays.Is(begin) && s.Opts.Past.Plays != nil {
			to, err = s.bring(site.Tidied(file.FileName()), in)
			return err
		}
		to, err = s.read(in)
		return err
	})
	return site.Outcome{Go: to}, err
}

// read stores the game of a record, and returns the address of its page.
func (s *Pages) read(file io.Reader) (address string, err error) {
	g, err := record.Read(file, s.rulesOf)
	var fault *record.Fault
	if errors.As(err, &fault) {
		return "", engine.Refuse("the record is refused: line %d: %s", fault.Line, engine.Term(fault.Why))
	}
	if err != nil {
		return "", site.Unread(err)
	}
	err = s.Opts.Past.Records.Import(g)
	if errors.Is(err, fs.ErrExist) {
		return "", engine.Refuse("that game is here already")
	}
	return "/games/" + g.ID, err
}

// rulesOf returns the rules of a game by its name.
func (s *Pages) rulesOf(name string) (engine.Game, bool) {
	o, ok := s.Offer(name)
	return o.Game, ok
}
