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
	c, err := r.Cookie(nameOf(r, TokenCookie))
	if err != nil || len(c.Value) < tokenLength || len(c.Value) > 2*tokenLength {
		return ""
	}
	return c.Value
}

// NewToken gives the browser a token of 128 bits or more.
func NewToken(w http.ResponseWriter, r *http.Request) string {
	t := rand.Text()
	http.SetCookie(w, Cookie(r, TokenCookie, t))
	return t
}

// Over HTTPS cookies have names of their own: browsers let nobody on plain HTTP set
// or overwrite one of these, and a plain one of the same name could not be set any
// more.
const securePrefix = "__Host-"

func nameOf(r *http.Request, name string) string {
	if r.TLS != nil {
		return securePrefix + name
	}
	return name
}

// Cookie is one that comes along with links from elsewhere, such as from the app
// that read a QR code: a strict one would stay behind, and the seat would seem to
// be lost. Only POST changes anything, and guard looks where that comes from.
func Cookie(r *http.Request, name, value string) *http.Cookie {
	return &http.Cookie{ // #nosec G124 -- Secure where there is HTTPS; a cookie on plain HTTP cannot be
		Name: nameOf(r, name), Value: value, Path: "/", MaxAge: year,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil,
	}
}

// Liking is what a browser has chosen, such as its language. Who comes from plain HTTP keeps
// it, for it proves nothing.
func Liking(r *http.Request, name string) string {
	for _, name := range []string{nameOf(r, name), name} {
		if c, err := r.Cookie(name); err == nil {
			return c.Value
		}
	}
	return ""
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
