package outbox

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go"
)

// mostInBatch is how many messages a server takes at one stroke.
const mostInBatch = 1000

// codeWrongLast is JetStream's answer when the subject ends with another message.
const codeWrongLast = 10071

// A refusal is an answer of JetStream.
type refusal struct {
	Code int    `json:"code"`
	Err  int    `json:"err_code"`
	Text string `json:"description"`
}

// Error returns what JetStream says.
func (r *refusal) Error() string { return fmt.Sprintf("%s (%d)", r.Text, r.Err) }

// errFork says that the hub has another game under the same id.
var errFork = errors.New("the hub has another game of this id")

// deliver has the hub store a game under a subject, exactly once, however often it is called.
func deliver(ctx context.Context, nc *nats.Conn, subject string, log []Message) error {
	texts := make([][]byte, len(log))
	for i, m := range log {
		text, err := json.Marshal(m)
		if err != nil {
			return err
		}
		texts[i] = text
	}
	for next, last := 0, uint64(0); next < len(log); {
		n := min(len(log)-next, mostInBatch)
		seq, err := batch(ctx, nc, subject, texts[next:next+n], last)
		var no *refusal
		switch {
		case err == nil:
			next, last = next+n, seq
		case errors.As(err, &no) && no.Err == codeWrongLast:
			m, seq, err := lastOf(ctx, nc, subject)
			if err != nil {
				return err
			}
			at := slices.IndexFunc(log, func(o Message) bool { return o.Hash == m.Hash && (o.End == nil) == (m.End == nil) })
			switch {
			case at < 0:
				return errFork
			case m.End != nil && !m.End.Record && log[at].End.Record:
				at = -1 // its result was told before
			}
			if at+1 == next && seq == last {
				return no // nothing has changed meanwhile
			}
			next, last = at+1, seq
		default:
			return err
		}
	}
	return nil
}

// batch stores messages together or not at all, if the subject ends with the message last. It returns
// the number of the last one.
func batch(ctx context.Context, nc *nats.Conn, subject string, texts [][]byte, last uint64) (uint64, error) {
	id := rand.Text()
	for i, text := range texts {
		m := &nats.Msg{Subject: subject, Data: text, Header: nats.Header{}}
		if i == 0 {
			m.Header.Set("Nats-Expected-Last-Subject-Sequence", strconv.FormatUint(last, 10))
		}
		if len(texts) > 1 {
			m.Header.Set("Nats-Batch-Id", id)
			m.Header.Set("Nats-Batch-Sequence", strconv.Itoa(i+1))
		}
		if i < len(texts)-1 {
			if err := nc.PublishMsg(m); err != nil {
				return 0, err
			}
			continue
		}
		if len(texts) > 1 {
			m.Header.Set("Nats-Batch-Commit", "1")
		}
		answer, err := nc.RequestMsgWithContext(ctx, m)
		if err != nil {
			return 0, err
		}
		var ack struct {
			Error *refusal `json:"error"`
			Seq   uint64   `json:"seq"`
		}
		switch err := json.Unmarshal(answer.Data, &ack); {
		case err != nil:
			return 0, fmt.Errorf("the hub's answer cannot be read: %w", err)
		case ack.Error != nil:
			return 0, ack.Error
		}
		return ack.Seq, nil
	}
	return last, nil
}

// lastOf returns the last message of a subject, and its number.
func lastOf(ctx context.Context, nc *nats.Conn, subject string) (m Message, seq uint64, err error) {
	answer, err := nc.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+Games+"."+subject, nil)
	if err != nil {
		return m, 0, err
	}
	if status := answer.Header.Get("Status"); status != "" {
		code, _ := strconv.Atoi(status) // 0 is no code
		return m, 0, &refusal{Code: code, Err: code, Text: answer.Header.Get("Description")}
	}
	if seq, err = strconv.ParseUint(answer.Header.Get("Nats-Sequence"), 10, 64); err == nil {
		err = json.Unmarshal(answer.Data, &m)
	}
	if err != nil {
		err = fmt.Errorf("the hub's message cannot be read: %w", err)
	}
	return m, seq, err
}
