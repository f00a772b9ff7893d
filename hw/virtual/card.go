package virtual

import (
	"crypto/sha256"
	"strings"

	"arbiter/hw"
)

// UID is the tag of a virtual card: always the same for the same words, and seven
// bytes long. No maker of tags has the number that it begins with (ISO/IEC 7816-6).
func UID(words []string) hw.UID {
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	uid, err := hw.NewUID(append([]byte{0}, sum[:6]...))
	if err != nil {
		panic(err) // seven bytes are a UID
	}
	return uid
}
