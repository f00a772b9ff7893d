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
	year        = 365 * 24 * 60 * 60 // seconds
)

// Mark returns the hash of a token, which is no secret.
func Mark(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Token returns the token of a browser; "" if it has none.
func Token(r *http.Request) string {
	c, err := r.Cookie(nameOf(r, TokenCookie))
	if err != nil || len(c.Value) < tokenLength || len(c.Value) > 2*tokenLength {
		return ""
	}
	return c.Value
}

// NewToken gives the browser a random token of at least 128 bits.
func NewToken(w http.ResponseWriter, r *http.Request) string {
	t := rand.Text()
	http.SetCookie(w, Cookie(r, TokenCookie, t))
	return t
}

// securePrefix is for cookies over HTTPS: browsers let nobody on plain HTTP set or overwrite such a
// cookie, and with the same name for both, plain HTTP could not set its own any more.
const securePrefix = "__Host-"

func nameOf(r *http.Request, name string) string {
	if r.TLS != nil {
		return securePrefix + name
	}
	return name
}

// Cookie returns a cookie that is also sent with links from elsewhere, such as from an app that
// read a QR code: with SameSite=Strict it would be left out, and the seat would seem lost. Only
// POST changes anything, and Guard checks where that comes from.
func Cookie(r *http.Request, name, value string) *http.Cookie {
	return &http.Cookie{ // #nosec G124 -- Secure over HTTPS; on plain HTTP a cookie cannot be
		Name: nameOf(r, name), Value: value, Path: "/", MaxAge: year,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil,
	}
}

// Liking returns a preference of the browser, such as its language. It is kept when the browser
// moves from HTTP to HTTPS, since it proves nothing.
func Liking(r *http.Request, name string) string {
	for _, name := range []string{nameOf(r, name), name} {
		if c, err := r.Cookie(name); err == nil {
			return c.Value
		}
	}
	return ""
}

// Given returns the token among Set-Cookie headers; "" if there is none.
func Given(cookies []string) string {
	for _, line := range cookies {
		if c, err := http.ParseSetCookie(line); err == nil && strings.TrimPrefix(c.Name, securePrefix) == TokenCookie {
			return c.Value
		}
	}
	return ""
}

// AddressOf returns the address that a request or a connection comes from.
func AddressOf(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	ip, _ := netip.ParseAddr(host) // all unparsable ones count as one
	return ip.Unmap().WithZone("")
}
