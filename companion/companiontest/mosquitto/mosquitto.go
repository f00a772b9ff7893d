// Package mosquitto runs Debian's broker for tests, and listens with a program that shares no code
// with us.
package mosquitto

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Patience is how long a test waits for what must come.
const Patience = 3 * time.Minute

// Needs fails or skips a test without Debian's mosquitto.
func Needs(t testing.TB) {
	t.Helper()
	for name, where := range map[string]string{"mosquitto_sub": "mosquitto-clients", "/usr/sbin/mosquitto": "mosquitto", "mosquitto_passwd": "mosquitto"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is missing: install %s", name, where)
			}
			t.Skipf("%s is missing: install %s", name, where)
		}
	}
}

// A Broker is a process of its own.
type Broker struct {
	Address string
	Process *os.Process

	t    testing.TB
	file string
	run  *exec.Cmd
}

// Start starts a broker with lines of configuration; without any it lets everybody in.
func Start(t testing.TB, lines ...string) *Broker {
	t.Helper()
	Needs(t)
	m := &Broker{t: t, file: filepath.Join(t.TempDir(), "mosquitto.conf"), Address: Free(t)}
	_, port, _ := net.SplitHostPort(m.Address)
	if len(lines) == 0 {
		lines = []string{"allow_anonymous true"}
	}
	check(t, os.WriteFile(m.file, []byte(fmt.Sprintf("user root\nlistener %s 127.0.0.1\n%s\n", port, strings.Join(lines, "\n"))), 0o600))
	m.Restart()
	t.Cleanup(m.Kill)
	return m
}

// Free returns an address at which nobody listens.
func Free(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer l.Close()
	return l.Addr().String()
}

// Restart starts it at its address, after Kill.
func (m *Broker) Restart() {
	m.t.Helper()
	m.run = exec.Command("/usr/sbin/mosquitto", "-c", m.file)
	check(m.t, m.run.Start())
	m.Process = m.run.Process
	Until(m.t, "the broker listens", func() bool {
		conn, err := net.Dial("tcp", m.Address)
		if err != nil {
			return false
		}
		conn.Close()
		return true
	})
}

// Kill ends it like a power cut.
func (m *Broker) Kill() {
	_ = m.run.Process.Kill()
	_ = m.run.Wait()
}

// A Listener is mosquitto_sub.
type Listener struct {
	t testing.TB

	mu    sync.Mutex
	lines []string // that are yet to be looked at
	heard []string // all
}

// Listen hears all topics, with further options.
func (m *Broker) Listen(options ...string) *Listener {
	m.t.Helper()
	host, port, _ := net.SplitHostPort(m.Address)
	l := &Listener{t: m.t}
	m.Publish("listener", "begins", "-r") // so that it shows when it listens
	sub := exec.Command("mosquitto_sub", append([]string{"-V", "5", "-h", host, "-p", port, "-t", "#", "-v"}, options...)...)
	out, err := sub.StdoutPipe()
	check(m.t, err)
	check(m.t, sub.Start())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for in := bufio.NewScanner(out); in.Scan(); {
			l.mu.Lock()
			l.lines, l.heard = append(l.lines, in.Text()), append(l.heard, in.Text())
			l.mu.Unlock()
		}
	}()
	m.t.Cleanup(func() {
		_ = sub.Process.Kill()
		<-done
		_ = sub.Wait()
	})
	Until(m.t, "the listener hears", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return slices.Contains(l.heard, "listener begins")
	})
	return l
}

// Next returns the text of the next message of a topic that contains part, and drops those before.
func (l *Listener) Next(topic, part string) (text string) {
	l.t.Helper()
	Until(l.t, topic+" with "+part, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		for i, line := range l.lines {
			if rest, ok := strings.CutPrefix(line, topic+" "); ok && strings.Contains(rest, part) {
				text, l.lines = rest, l.lines[i+1:]
				return true
			}
		}
		return false
	})
	return text
}

// Publish publishes a text with mosquitto_pub.
func (m *Broker) Publish(topic, text string, options ...string) {
	m.t.Helper()
	host, port, _ := net.SplitHostPort(m.Address)
	check(m.t, exec.Command("mosquitto_pub", append([]string{"-h", host, "-p", port, "-q", "1", "-t", topic, "-m", text}, options...)...).Run())
}

// Retained returns what the broker keeps, by topic.
func (m *Broker) Retained() map[string]string {
	m.t.Helper()
	l, all := m.Listen(), map[string]string{}
	m.Publish("end", "here") // comes after what was kept
	l.Next("end", "here")
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.heard {
		topic, text, _ := strings.Cut(line, " ")
		all[topic] = text
	}
	return all
}

// Until waits for something.
func Until(t testing.TB, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(Patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", Patience, what)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
