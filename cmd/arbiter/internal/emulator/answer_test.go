package emulator

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
)

// Printed values that no box tells are asked for and answered in the terminal, too: a number, or as
// many words of a long answer as necessary.
func TestAnswersInTheTerminal(t *testing.T) {
	t.Parallel()
	plans := "purple pass\npurple plan 1 discover\npurple plan 2 colonize\npurple plan 3 harvest\npurple ready\n"
	for _, c := range []struct{ name, lines, asks, says string }{
		{"numbers", "answer 3\nanswer x\nanswer\nanswer 4",
			"? What consumption is printed on Harvest?  answer -10..30 (3?)",
			"Printed on Colonize: 4|answer x: \"x\" is no answer; it may be -10..30 (3?)|answer: go on with -10..30 (3?)"},
		{"another thing than what is asked for", "answer", "? Printed on Discover: …  answer -10..30 (3?)", "answer: go on with -10..30 (3?)"},
		{"symbols", "table open automa-05\nanswer 3\nanswer 3\nanswer 3\nanswer -10\npurple slide\npurple pass\nanswer colonize\nanswer colonize 2 desert 3 green\nanswer nothing\nautoma do left\nanswer energy 7\nautoma do left",
			"? Automa card 05: what is action 3 on the left? If there is none, how does the Automa score?  answer majorities|all|none|colonize|discover|energy|flush (energy?)",
			"answer colonize: go on with 1..3 (2?)|Action 1, left: The Automa puts 2 cubes on a desert planet in parsec 3 of Green|Action 2, left: The Automa gains 7 energy"},
	} {
		start, ready := "start council-of-shadows rulebook purple\n", plans
		if c.name == "numbers" {
			start, ready = "start council-of-shadows rulebook purple green\n", strings.Replace(plans, "purple pass\n", "purple pass\ngreen pass\n", 1)+"green plan 1 tower\ngreen plan 2 gems\ngreen plan 3 upgrade\ngreen ready\n"
		}
		var out bytes.Buffer
		o := Opts{Rig: "four-seats-five-fields", Data: t.TempDir(), Addr: "127.0.0.1:0", Seed: 1, Flag: i18n.Flag{Lang: "en"}, Patience: 10 * time.Minute, Refresh: time.Millisecond}
		if err := o.Run(t.Context(), &out, strings.NewReader(start+ready+c.lines+"\n"), service.Helpers{}); !errors.Is(err, errLines) {
			t.Errorf("%s: %v, though one line was not an answer", c.name, err)
		}
		if !strings.Contains(out.String(), c.asks) {
			t.Errorf("%s: it does not ask %q:\n%s", c.name, c.asks, out.String())
		}
		for want := range strings.SplitSeq(c.says, "|") {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: it does not say %q:\n%s", c.name, want, out.String())
			}
		}
	}
}
