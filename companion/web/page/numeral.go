package page

import (
	"strconv"
	"strings"
)

// Numeral writes n with a true minus sign.
func Numeral(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }
