package engine

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Fill formats like fmt.Sprintf, with plurals: in "{%d card|%d cards}" the first number within the
// braces chooses between one card, no cards and two cards. The singular may leave the number out if
// the arguments after it are numbered.
func Fill(format string, args ...any) string {
	if !strings.Contains(format, "{") {
		return put(format, args)
	}
	plain := Choose(format, func(n int) bool { return 1 <= n && n <= len(args) && isOne(args[n-1]) })
	if plain != format && !strings.Contains(plain, "[") {
		args = args[:min(arguments(plain, 1, nil)-1, len(args))] // the singular may not use the last argument
	}
	return put(plain, args)
}

// put is fmt.Sprintf with a fast path for what most texts consist of: %s of strings and %d of ints.
func put(format string, args []any) string {
	var out strings.Builder
	n := 0
	for rest := format; ; n++ {
		before, after, more := strings.Cut(rest, "%")
		if out.WriteString(before); !more {
			break
		}
		if n == len(args) || after == "" {
			return fmt.Sprintf(format, args...)
		}
		switch x := args[n].(type) {
		case string:
			if after[0] != 's' {
				return fmt.Sprintf(format, args...)
			}
			out.WriteString(x)
		case int:
			if after[0] != 'd' {
				return fmt.Sprintf(format, args...)
			}
			out.WriteString(strconv.Itoa(x))
		default:
			return fmt.Sprintf(format, args...)
		}
		rest = after[1:]
	}
	if n < len(args) {
		return fmt.Sprintf(format, args...)
	}
	return out.String()
}

// Choose replaces each pair of forms by its singular or its plural: one is given the number of the
// argument, from 1, and reports whether to use the singular.
func Choose(format string, one func(arg int) bool) string {
	var out strings.Builder
	for {
		before, rest, opened := strings.Cut(format, "{")
		pair, after, closed := strings.Cut(rest, "}")
		single, plural, two := strings.Cut(pair, "|")
		out.WriteString(before)
		switch {
		case !opened:
			return out.String()
		case !closed || !two:
			out.WriteString("{" + rest)
			return out.String()
		case one(counts(out.String(), pair)):
			out.WriteString(single)
		default:
			out.WriteString(plural)
		}
		format = after
	}
}

// counts returns which argument, from 1, the first number of a pair of forms stands for, given the
// text before the pair; 0 if the pair has no number.
func counts(before, pair string) (arg int) {
	arguments(pair, arguments(before, 1, nil), func(verb byte, n int) {
		if verb == 'd' && arg == 0 {
			arg = n
		}
	})
	return arg
}

// arguments calls each, if it is set, for the placeholders of a text and returns the number of the
// argument that a following placeholder would stand for. The first placeholder stands for argument
// n unless it is numbered.
func arguments(text string, n int, each func(verb byte, n int)) int {
	for {
		_, rest, found := strings.Cut(text, "%")
		if text = rest; !found {
			return n
		}
		text = strings.TrimLeft(text, "+-# 0123456789.")
		if inner, after, closed := strings.Cut(text, "]"); closed && strings.HasPrefix(inner, "[") {
			n, _ = strconv.Atoi(inner[1:])
			text = after
		}
		if text == "" || text[0] == '%' {
			text = strings.TrimPrefix(text, "%")
			continue
		}
		if each != nil {
			each(text[0], n)
		}
		n++
	}
}

func isOne(x any) bool {
	v := reflect.ValueOf(x)
	return v.CanInt() && (v.Int() == 1 || v.Int() == -1) || v.CanUint() && v.Uint() == 1
}
