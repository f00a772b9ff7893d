package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net"
	"net/http"
	"strings"

	"arbiter/engine"
)

// misnamed answers a request that calls this device by a name that is not its own. Whatever page
// has that name may read the answer, so it holds nothing of the table: an explanation in the
// browser's language, and where the table is.
func (s *Server) misnamed(w http.ResponseWriter, r *http.Request) {
	lang := s.LanguageOf(r)
	say := s.Speaker(lang, nil)
	at := s.whereItIs(r)
	p := misnamedPage{
		Lang: lang, Style: template.CSS(misnamedStyle),
		Title: say(engine.Say("This device does not go by that name")),
		Why:   say(engine.Say("No table is called “%s” here: a page elsewhere could have pointed that name to this device.", hostName(r.Host))),
		Open:  say(engine.Say("Open the table")), Link: at,
		Owner: say(engine.Say("Its owner can let it be called so: --names (ARBITER_NAMES).")),
	}
	var page bytes.Buffer
	if err := misnamedTemplate.Execute(&page, p); err != nil {
		http.Error(w, p.Title, http.StatusMisdirectedRequest)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src "+misnamedHash+"; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusMisdirectedRequest)
	_, _ = page.WriteTo(w) // the browser may have gone
}

// whereItIs returns the address of what was asked for: by the address that phones are told or, if
// there is none, the one that the request arrived at.
func (s *Server) whereItIs(r *http.Request) string {
	base := strings.TrimSuffix(s.Opts.Network.Address(), "/")
	if base == "" {
		here, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if here == nil {
			return ""
		}
		base = "http://" + here.String()
		if r.TLS != nil {
			base = "https://" + here.String()
		}
	}
	if r.Method != http.MethodGet {
		return base + "/"
	}
	return base + r.URL.EscapedPath()
}

type misnamedPage struct {
	Lang, Title, Why, Open, Link, Owner string
	Style                               template.CSS
}

const misnamedStyle = `:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}a{display:inline-block;padding:.75rem 1.25rem;border:2px solid;border-radius:.75rem;font-weight:600;text-decoration:none;overflow-wrap:anywhere}small{opacity:.75}`

var misnamedHash = func() string {
	sum := sha256.Sum256([]byte(misnamedStyle))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

var misnamedTemplate = template.Must(template.New("misnamed").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{{.Title}}</title><style>{{.Style}}</style></head>
<body><main><h1>{{.Title}}</h1><p>{{.Why}}</p>{{if .Link}}<p><a href="{{.Link}}">{{.Open}}: {{.Link}}</a></p>{{end}}<p><small>{{.Owner}}</small></p></main></body></html>
`))
