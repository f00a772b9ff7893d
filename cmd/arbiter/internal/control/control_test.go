package control_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/control"
	"arbiter/cmd/arbiter/internal/home"
)

// A service is found by the folder of its games, however long the path of its socket is, until it
// has ended.
func TestFind(t *testing.T) {
	for _, folder := range []string{"run", strings.Repeat("long", 40)} {
		t.Setenv("RUNTIME_DIRECTORY", filepath.Join(t.TempDir(), folder))
		games := t.TempDir()
		socket, err := control.Listen(games)
		must(t, err)
		mux := http.NewServeMux()
		mux.HandleFunc("/about", func(w http.ResponseWriter, _ *http.Request) {
			must(t, json.NewEncoder(w).Encode(control.About{Program: "arbiter serve", PID: 7}))
		})
		mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "well") })
		server := &http.Server{Handler: mux}
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(socket) }()
		s, err := control.Find(t.Context(), games)
		must(t, err)
		if s == nil || s.PID != 7 {
			t.Fatalf("it found %v", s)
		}
		answer, err := s.Ask(t.Context(), "/healthz")
		must(t, err)
		said, err := io.ReadAll(answer)
		must(t, err)
		must(t, answer.Close())
		if string(said) != "well" {
			t.Errorf("it said %q", said)
		}
		if other, err := control.Find(t.Context(), t.TempDir()); other != nil || err != nil {
			t.Errorf("for another folder it found %v, %v", other, err)
		}
		link := filepath.Join(t.TempDir(), "link")
		must(t, os.Symlink(games, link))
		if same, err := control.Find(t.Context(), link); same == nil || err != nil {
			t.Errorf("by another name of the folder it found %v, %v", same, err)
		}
		must(t, server.Close())
		<-ended
		if gone, err := control.Find(t.Context(), games); gone != nil || err != nil {
			t.Errorf("after its end it found %v, %v", gone, err)
		}
	}
}

// If the folder cannot be written to there is no socket, which is an error but harmless.
func TestNoSocket(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	t.Setenv("RUNTIME_DIRECTORY", filepath.Join(file, "below"))
	if _, err := control.Listen(t.TempDir()); err == nil {
		t.Error("there is a socket in a file")
	}
	if got := home.Runtimes(); len(got) != 1 {
		t.Errorf("a service was looked for in %q", got)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
