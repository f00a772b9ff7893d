package machine

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// A table is where a game is played: in the machine, or in one process.
type table struct {
	*testing.T
	client *http.Client
	url    string
	say    func(line string)            // to the console of the emulated parts
	shell  func(commands string) string // of the computer with the service, as root
	glass  func(panel string) []byte    // a PNG of what it shows
	run    func(args ...string) string  // a command of the program, beside its service
}

// ask sends what a phone would.
func (t *table) ask(method, at, form string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, t.url+at, strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", strings.TrimSuffix(t.url, "/"))
		r.Header.Set("Accept", "application/json")
	}
	answer, err := t.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func (t *table) post(at, form string) {
	t.Helper()
	if status, text := t.ask("POST", at, form); status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", at, form, status, text)
	}
}

// shows waits until a page has a text.
func (t *table) shows(at, want string) {
	t.Helper()
	text := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) { // the table may be outside this process: it is polled
		if _, text = t.ask("GET", at, ""); strings.Contains(text, want) {
			return
		}
	}
	t.Fatalf("/%s never shows %q:\n%s", at, want, text)
}

var versionOfPage = regexp.MustCompile(`data-version="(\d+)"`)

// version is how many entries a seat's page knows of.
func (t *table) version(seat string) string {
	t.Helper()
	_, page := t.ask("GET", "seat/"+seat, "")
	m := versionOfPage.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("the page of %s has no version:\n%s", seat, page)
	}
	return m[1]
}

// do sends a line of a seat, and reports whether it was played.
func (t *table) do(seat, line string) bool {
	t.Helper()
	status, _ := t.ask("POST", "do", url.Values{"seat": {seat}, "line": {line}, "version": {t.version(seat)}}.Encode())
	return status == http.StatusOK
}

func (t *table) must(seat, line string) {
	t.Helper()
	if !t.do(seat, line) {
		t.Fatalf("%s was refused", line)
	}
}

// owns makes the phone the owner's.
func (t *table) owns() {
	t.Helper()
	_, link, found := strings.Cut(t.run("owner"), "/o/")
	if !found {
		t.Fatal("there is no owner's code")
	}
	t.post("own", "code="+strings.Fields(link)[0])
}

// program builds the program of this checkout.
var program = sync.OnceValues(func() (string, error) {
	file := filepath.Join(scratch, "arbiter")
	out, err := exec.Command("go", "build", "-trimpath", "-o", file, "arbiter/cmd/arbiter").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return file, err
})

// oneProcess returns a table whose emulated parts are in the process of the service.
func oneProcess(t *testing.T, data, rig string, environment ...string) *table {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(file, "emu", "--rig", rig, "--data", data, "--addr", "127.0.0.1:0", "--lang", "en", "--refresh", "300ms")
	cmd.Env = append(os.Environ(), environment...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said transcript
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close() // which ends it
		if err := cmd.Wait(); err != nil || t.Failed() {
			t.Logf("in one process: %v\n%s", err, said.String())
		}
	})
	jar, _ := cookiejar.New(nil) // never fails
	p := &table{T: t, client: &http.Client{Jar: jar}}
	for end := time.Now().Add(patience); !strings.Contains(said.String(), "help lists"); time.Sleep(50 * time.Millisecond) { // until it has begun
		if time.Now().After(end) {
			t.Fatal("it does not begin")
		}
	}
	p.url = regexp.MustCompile(`http://[0-9.:]+/`).FindString(said.String())
	p.say = func(line string) {
		t.Helper()
		if _, err := fmt.Fprintln(in, line); err != nil {
			t.Fatal(err)
		}
	}
	pictures := t.TempDir()
	p.glass = func(panel string) []byte {
		t.Helper()
		file := filepath.Join(pictures, panel)
		_ = os.Remove(file) // the previous one
		p.say("picture " + panel + " " + file)
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) { // until it is written
			if picture, err := os.ReadFile(file); err == nil {
				return picture
			}
		}
		t.Fatalf("no picture of %s", panel)
		return nil
	}
	p.shell = func(commands string) string { t.Helper(); return shell(t, commands) }
	p.run = func(args ...string) string { t.Helper(); return beside(t, data, args...) }
	return p
}

// beside runs a command of the program on a folder of games.
func beside(t *testing.T, data string, args ...string) string {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(file, args...)
	cmd.Env = append(os.Environ(), "STATE_DIRECTORY="+data, "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out)
	}
	return string(out)
}

// A transcript is the output of a program so far.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *transcript) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// table returns the table of the machine's service.
func (m *machine) table() *table {
	jar, _ := cookiejar.New(nil) // never fails
	return &table{
		T: m.T, url: "http://127.0.0.1/", client: &http.Client{Jar: jar, Transport: m},
		say:   func(line string) { m.Helper(); m.do(order{Do: "say", Text: line}) },
		shell: m.sh,
		glass: func(panel string) []byte {
			m.Helper()
			m.do(order{Do: "say", Text: "picture " + panel + " /tmp/picture"})
			picture, err := base64.StdEncoding.DecodeString(m.sh("base64 -w0 /tmp/picture"))
			if err != nil {
				m.Fatal(err)
			}
			return picture
		},
		run: func(args ...string) string {
			m.Helper()
			return m.do(order{Do: "run", Args: append([]string{"runuser", "-u", "arbiter", "--", "arbiter"}, args...)})
		},
	}
}

// RoundTrip carries a request into the machine, and the answer out.
func (m *machine) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Close = true
	request, err := httputil.DumpRequestOut(r, true)
	if err != nil {
		return nil, err
	}
	said := m.do(order{Do: "fetch", Text: base64.StdEncoding.EncodeToString(request)})
	answer, err := base64.StdEncoding.DecodeString(said)
	if err != nil {
		return nil, err
	}
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(answer)), r)
}
