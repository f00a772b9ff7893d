package main

import (
	"bufio"
	"bytes"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os/exec"
	"os/signal"
	"path"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/address"
)

// A served table is the program as a process of its own.
type served struct {
	*testing.T
	cmd  *exec.Cmd
	url  string       // as it was greeted with
	said string       // the whole greeting
	as   http.Client  // who posts; nobody yet
	errs bytes.Buffer // its standard error, to be read when it has ended
}

// owned makes who posts the owner of the device, with the link of the greeting.
func (s *served) owned() *served {
	s.Helper()
	var err error
	s.as.Jar, err = cookiejar.New(nil)
	must(s.T, err)
	answer, err := s.as.PostForm(s.url+"own", url.Values{"code": {path.Base(s.key())}})
	must(s.T, err)
	must(s.T, answer.Body.Close())
	return s
}

// key is the path of the page that makes a browser the owner's with one tap.
func (s *served) key() string {
	_, link, _ := strings.Cut(s.said, address.OwnerPath)
	code, _, _ := strings.Cut(link, "\n")
	return address.OwnerPath[1:] + code
}

// start starts the program and waits until it answers.
func start(t *testing.T, args ...string) *served {
	t.Helper()
	return startedAs(t, arbiter(t, append([]string{"--addr", "127.0.0.1:0"}, args...)...))
}

// startedAs starts a command line that serves.
func startedAs(t *testing.T, cmd *exec.Cmd) *served {
	t.Helper()
	s := &served{T: t, cmd: cmd}
	s.cmd.Stderr = &s.errs
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil {
			s.cmd.Process.Kill()
			s.cmd.Wait()
		}
		if t.Failed() {
			t.Logf("standard error of arbiter:\n%s", s.errs.String())
		}
	})
	for in := bufio.NewScanner(out); !strings.Contains(s.said, "Ctrl-C") && in.Scan(); {
		s.said += in.Text() + "\n"
		if _, url, ok := strings.Cut(in.Text(), "  http://"); ok && s.url == "" {
			s.url = "http://" + url
		}
	}
	for time.Since(begin) < longestWait {
		if r, err := http.Get(s.url + "healthz"); err == nil {
			r.Body.Close()
			return s
		}
		time.Sleep(time.Millisecond) // until it answers
	}
	t.Fatalf("no answer from %q", s.url)
	return nil
}

func (s *served) get(path string) []byte {
	s.Helper()
	for begin := time.Now(); ; {
		r, err := s.as.Get(s.url + path)
		if err != nil {
			s.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		switch busy := r.StatusCode == http.StatusServiceUnavailable && time.Since(begin) < longestWait; {
		case busy: // on a busy machine the table does not answer in its time
		case err != nil || r.StatusCode != http.StatusOK:
			s.Fatalf("GET /%s: %s, %v", path, r.Status, err)
		default:
			return body
		}
	}
}

// end sends a signal and expects a good end.
func (s *served) end(signal syscall.Signal) {
	s.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		s.Fatal(err)
	}
	stuck := time.AfterFunc(longestWait, func() { s.cmd.Process.Kill() })
	defer stuck.Stop()
	if err := s.cmd.Wait(); err != nil {
		s.Errorf("after %v: %v", signal, err)
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir)
	if got, want := string(s.get("")), "Council of Shadows"; !strings.Contains(got, want) {
		t.Errorf("the home page does not name %q", want)
	}
	s.get("table")
	if got, want := string(s.get("healthz")), "table: ok\nlog: ok\npanel panel: ok\ncontained: 0\n"; got != want {
		t.Errorf("/healthz says\n%s, want\n%s", got, want)
	}
	for deadline := time.Now().Add(longestWait); ; time.Sleep(10 * time.Millisecond) { // until there is a picture
		r, err := http.Get(s.url + "panel.png")
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(r.Body)
		r.Body.Close()
		if err == nil {
			if got, want := picture.Bounds().Dx(), 400; got != want {
				t.Errorf("the picture is %d pixels wide, want %d", got, want)
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no picture of the panel: %v", err)
		}
	}
	events, err := http.Get(s.url + "events") // a stream that does not end by itself
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	busy(t, s.url, dir)
	s.end(syscall.SIGINT)
	start(t, "--data", dir).end(syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as it is where these tests outlive their terminal
		start(t, "--data", dir).end(syscall.SIGHUP)
	}
}

// withoutHolder leaves out who holds a folder, and how that ends.
var withoutHolder = regexp.MustCompile(`: arbiter \(process [0-9]+, since [0-9: -]+\)| \(kill [0-9]+\)`)

// busy: neither the port nor the folder is shared with a second program.
func busy(t *testing.T, url, dir string) {
	t.Helper()
	addr := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--addr", addr, "--data", t.TempDir()}, fmt.Sprintf("another program (perhaps another arbiter) listens at %s; stop it, or choose another port: --addr :8081", addr)},
		{[]string{"--addr", "127.0.0.1:0", "--data", dir}, fmt.Sprintf("another arbiter plays in %s; stop it, or choose another folder with --data DIR", dir)},
		{[]string{"demo", "--data", dir}, fmt.Sprintf("another arbiter plays in %s; stop it, or choose another folder with --data DIR", dir)},
	} {
		cmd := arbiter(t, c.args...)
		out, err := cmd.CombinedOutput()
		if got := withoutHolder.ReplaceAllString(string(out), ""); err == nil || got != "arbiter: "+c.want+"\n" {
			t.Errorf("arbiter %q: %v, %q, want %q", c.args, err, out, c.want)
		}
		if got, want := cmd.ProcessState.ExitCode(), exitFailed; got != want {
			t.Errorf("arbiter %q: exit status %d, want %d", c.args, got, want)
		}
	}
}

// A rig whose hardware is missing serves all the same, and says what is missing
// on the page of the table.
func TestServeWithoutTheHardware(t *testing.T) {
	t.Parallel()
	s := start(t, "--rig", "solo-one-reader", "--data", t.TempDir())
	for page, want := range map[string]string{
		"table":   "does not answer: check its cable; the game goes on",
		"healthz": "log: ok\nreader table: does not answer\n", // and the status is good: a game can go on
	} {
		for deadline := time.Now().Add(longestWait); !strings.Contains(string(s.get(page)), want); time.Sleep(20 * time.Millisecond) { // until the page says so
			if time.Now().After(deadline) {
				t.Fatalf("/%s does not say %q", page, want)
			}
		}
	}
	s.end(syscall.SIGINT)
}
