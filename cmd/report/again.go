package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// maxReruns is how many failed tests of a suite are run again; more of them are no accident.
const maxReruns = 3

// again runs the failed tests of a suite once more, with nothing beside them: one that then passes
// was held up by the others, and is named in the table. What the race detector found, what did not
// build and what hung stays red.
func (s *suite) again(ctx context.Context, o options, out io.Writer) {
	tests := map[string]map[string]bool{} // by package
	n := 0
	for _, red := range s.reds {
		folder, test, found := strings.Cut(red, ".")
		test, _, _ = strings.Cut(test, "/")
		if !found {
			return
		}
		if tests[folder] == nil {
			tests[folder] = map[string]bool{}
		}
		if !tests[folder][test] {
			tests[folder][test] = true
			n++
		}
	}
	if n == 0 || n > maxReruns || s.hung != "" || bytes.Contains(s.other.Bytes(), []byte("DATA RACE")) {
		return
	}
	for folder, names := range tests {
		alone := newSuite(s.name)
		alone.run(ctx, o, "PACKAGES=./"+folder, "TESTS=^("+strings.Join(slices.Sorted(maps.Keys(names)), "|")+")$")
		if alone.red() || alone.passed == 0 {
			fmt.Fprintf(out, "%s: by itself it does not pass either\n", s.name)
			return
		}
	}
	s.alone, s.reds, s.err = slices.Clone(s.reds), nil, nil
	s.passed, s.failed = s.passed+s.failed, 0
	fmt.Fprintf(out, "%s: what failed passes by itself\n", s.name)
}
