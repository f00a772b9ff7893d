package page

import (
	"strconv"
	"strings"
)

// number writes n with a true minus sign.
func number(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }
