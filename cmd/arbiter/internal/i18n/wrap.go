package i18n

import "arbiter/engine"

// wrapped is an error with a sentence that can be translated.
type wrapped struct {
	engine.Refusal
	cause error
}

// Wrap returns an error that says what its cause led to: format and args are those of engine.Say,
// and the cause is among args if the sentence names it.
func Wrap(cause error, format string, args ...any) error {
	return wrapped{engine.Refusal{Text: engine.Text{Format: format, Args: args}}, cause}
}

// Told returns the sentence.
func (w wrapped) Told() engine.Text { return w.Text }

func (w wrapped) Unwrap() error { return w.cause }
