package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine"
)

// placeholders returns the arguments that a format for engine.Fill needs: the number of each, from
// 1, with its verb, such as "1 +d". Each is listed once, in order. A %% is none. If a number
// chooses between two forms, the form for one may leave out that number and nothing else.
func placeholders(format string) ([]string, error) {
	if !strings.ContainsAny(format, "{|}") {
		return plainPlaceholders(format)
	}
	var counted []string
	ones := engine.Choose(format, func(n int) bool { counted = append(counted, fmt.Sprintf("%d d", n)); return true })
	many := engine.Choose(format, func(int) bool { return false })
	if slices.Contains(counted, "0 d") || strings.ContainsAny(many+ones, "{|}") {
		return nil, fmt.Errorf("%q: write two forms as {%%d card|%%d cards}, with the number within", format)
	}
	list, err := plainPlaceholders(many)
	if err != nil || len(counted) == 0 {
		return list, err
	}
	single, err := plainPlaceholders(ones)
	if err != nil {
		return nil, err
	}
	single = append(single, counted...)
	slices.Sort(single)
	if single = slices.Compact(single); !slices.Equal(single, list) {
		return nil, fmt.Errorf("%q: the form for one needs [%s], that for more [%s]; number the arguments", format, strings.Join(single, ", "), strings.Join(list, ", "))
	}
	return list, nil
}

func plainPlaceholders(format string) ([]string, error) {
	var list []string
	next := 1
	for rest := format; ; {
		_, after, found := strings.Cut(rest, "%")
		if !found {
			break
		}
		if after == "" {
			return nil, fmt.Errorf("%q ends in the middle of a placeholder", format)
		}
		if after[0] == '%' {
			rest = after[1:]
			continue
		}
		p, n, length, err := placeholder(after, next)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", format, err)
		}
		list = append(list, p)
		next, rest = n+1, after[length:]
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// placeholder reads what follows a %: flags and width, the number of the argument in brackets, the
// verb. It returns the argument's number and the length read.
func placeholder(s string, next int) (p string, n, length int, err error) {
	n = next
	end := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("+-# 0123456789.", r) })
	if end < 0 {
		return "", 0, 0, fmt.Errorf("it ends in the middle of a placeholder")
	}
	flags, rest := s[:end], s[end:]
	if rest[0] == '[' {
		inner, _, closed := strings.Cut(rest[1:], "]")
		n, err = strconv.Atoi(inner)
		if err != nil || !closed || n < 1 {
			return "", 0, 0, fmt.Errorf("%%%s[%s] is no placeholder", flags, inner)
		}
		rest = rest[len(inner)+2:]
	}
	if rest == "" || !strings.ContainsRune("sdvq", rune(rest[0])) {
		return "", 0, 0, fmt.Errorf("%%%s is no placeholder; write %%s or %%d, and %%%% for a percent sign", s[:min(len(s), end+1)])
	}
	return fmt.Sprintf("%d %s%c", n, flags, rest[0]), n, len(s) - len(rest) + 1, nil
}

// alike says what is wrong with a translation: it must use exactly the placeholders of its key.
func alike(key, translation string) error {
	want, err := placeholders(key)
	if err != nil {
		return err
	}
	got, err := placeholders(translation)
	if err != nil {
		return err
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("%q has the placeholders [%s], but its English has [%s]", translation, strings.Join(got, ", "), strings.Join(want, ", "))
	}
	return nil
}
