package session

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

const (
	TokenCookie = "arbiter"
	tokenLength = 26                 // of rand.Text
	year        = 365 * 24 * 60 * 60 // s
)

// Mark is the hash of a token, which is no secret.
func Mark(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Token returns what the browser proves its seats with, "" if it has nothing.
func Token(r *http.Request) string {
	c, err := CookieOf(r, TokenCookie)
	if err != nil || len(c.Value) < tokenLength || len(c.Value) > 2*tokenLength {
		return ""
	}
	return c.Value
}

// TokenFor returns the browser's token, after giving it one of 128 bits or more
// if it has none.
func TokenFor(w http.ResponseWriter, r *http.Request) string {
	if t := Token(r); t != "" {
		return t
	}
	t := rand.Text()
	http.SetCookie(w, Cookie(r, TokenCookie, t))
	return t
}

// Over HTTPS cookies have names of their own: browsers let nobody on plain HTTP set
// or overwrite one of these, and a plain one of the same name could not be set any
// more.
const securePrefix = "__Host-"

// Cookie is one that comes along with links from elsewhere, such as from the app
// that read a QR code: a strict one would stay behind, and the seat would seem to
// be lost. Only POST changes anything, and guard looks where that comes from.
func Cookie(r *http.Request, name, value string) *http.Cookie {
	if r.TLS != nil {
		name = securePrefix + name
	}
	return &http.Cookie{ // #nosec G124 -- Secure where there is HTTPS; a cookie on plain HTTP cannot be
		Name: name, Value: value, Path: "/", MaxAge: year,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil,
	}
}

// CookieOf is the cookie that a browser has sent. Who comes from plain HTTP keeps what
// it has from there.
func CookieOf(r *http.Request, name string) (*http.Cookie, error) {
	if r.TLS != nil {
		if c, err := r.Cookie(securePrefix + name); err == nil {
			return c, nil
		}
	}
	return r.Cookie(name)
}

// Given is the token among cookies that are set, "" if there is none.
func Given(cookies []string) string {
	for _, line := range cookies {
		if c, err := http.ParseSetCookie(line); err == nil && strings.TrimPrefix(c.Name, securePrefix) == TokenCookie {
			return c.Value
		}
	}
	return ""
}

// AddressOf is where a request or a connection comes from.
func AddressOf(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	ip, _ := netip.ParseAddr(host) // all that are none are one
	return ip.Unmap().WithZone("")
}
