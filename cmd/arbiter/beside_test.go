package main

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/control"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
)

// besideATable is a service with two readers on pseudo-terminals, on a device with
// settings.
func besideATable(t *testing.T) (furnished, *adapters, *served) {
	t.Helper()
	a := newAdapters(t, nil)
	a.add(t, "purple-1", picc.NewField(1), `seat = "purple"`, `fields = ["1"]`)
	a.add(t, "green-1", picc.NewField(2), `seat = "green"`, `fields = ["1"]`)
	f := furnish(t, fmt.Sprintf("rig = %q\naddress = \"127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\n", a.write(t)))
	s := startedAs(t, f.command("serve", "--patience", "10s"))
	s.answers("reader purple-1: ok\nreader green-1: ok\n")
	return f, a, s
}

// answers waits until the health of the service has some lines.
func (s *served) answers(want string) {
	s.Helper()
	for deadline := time.Now().Add(longestWait); !strings.Contains(string(s.get("healthz")), want); time.Sleep(20 * time.Millisecond) { // until it says so
		if time.Now().After(deadline) {
			s.Fatalf("/healthz does not say %q", want)
		}
	}
}

// The doctor beside a table asks it: it finds nothing wrong with readers that work, and none
// of them is lost. A reader that is unplugged is found. Who has no service to ask is told
// by whom the ports are held.
func TestDoctorBesideATable(t *testing.T) {
	tier.Test(t, tier.Program, "a service, its readers, and commands beside it")
	t.Parallel()
	f, a, s := besideATable(t)
	said := []byte("not scanned yet")
	for deadline := time.Now().Add(longestWait); strings.Contains(string(said), "not scanned yet") && time.Now().Before(deadline); {
		said, _ = f.command("doctor", "--lang", "en").CombinedOutput()
	}
	for range 3 {
		said, _ = f.command("doctor", "--lang", "en").CombinedOutput() // its exit code is about the machine, too
		text := string(said)
		holds(t, "the doctor", text, fmt.Sprintf("Examined beside the table that is running: arbiter serve (process %d, since 20", s.cmd.Process.Pid),
			"ok       reader purple-1: PN532", "ok       reader green-1: PN532")
		if strings.Contains(text, "runs already") || strings.Contains(text, "in use") {
			t.Errorf("the doctor does not ask the table:\n%s", text)
		}
	}
	out, err := f.command("doctor", "--cards").CombinedOutput()
	if err == nil {
		t.Error("antennas are tested beside a table")
	}
	holds(t, "doctor --cards", string(out), fmt.Sprintf("in use by arbiter serve (process %d", s.cmd.Process.Pid), fmt.Sprintf("kill %d", s.cmd.Process.Pid))

	// On a busy machine the table may have lost a reader just now, and take it again at once.
	both, alone := fmt.Sprintf("readers purple-1, green-1: in use by arbiter serve (process %d, since 20", s.cmd.Process.Pid), []byte(nil)
	for deadline := time.Now().Add(longestWait); !strings.Contains(string(alone), both) && time.Now().Before(deadline); {
		alone, _ = f.command("doctor", "--data", t.TempDir(), "--patience", "1ms").CombinedOutput()
	}
	holds(t, "a doctor of another folder", string(alone), both,
		fmt.Sprintf("end that one first: kill %d", s.cmd.Process.Pid))
	s.answers("reader purple-1: ok\nreader green-1: ok\n")

	must(t, a.chips["green-1"].Unplug())
	s.answers("reader green-1: does not answer")
	said, err = f.command("doctor", "--lang", "de").CombinedOutput()
	if err == nil {
		t.Error("an unplugged reader is no fault")
	}
	holds(t, "the doctor in German", string(said), fmt.Sprintf("arbiter serve (Prozess %d, seit 20", s.cmd.Process.Pid),
		"Kartenleser purple-1: PN532", "es gibt kein "+a.path("green-1")+"; gebraucht wird es von: Kartenleser green-1")
	s.end(syscall.SIGTERM)
	if log := s.errs.String(); strings.Contains(log, "purple-1") || !strings.Contains(log, "green-1") {
		t.Errorf("the log of the table, in which only green-1 was lost:\n%s", log)
	}
	said, _ = f.command("doctor", "--patience", "2m").CombinedOutput()
	if text := string(said); strings.Contains(text, "beside the table") || !strings.Contains(text, "ok       reader purple-1: PN532") {
		t.Errorf("alone the doctor drives the readers itself:\n%s", text)
	}
}

// What writes beside a running table refuses, and says who plays there and how to go on;
// what only reads works; the support file has what the service says.
func TestCommandsBesideATable(t *testing.T) {
	tier.Test(t, tier.Program, "a service, and commands beside it")
	t.Parallel()
	f, _, s := besideATable(t)
	who := fmt.Sprintf("another arbiter plays in %s: arbiter serve (process %d, since 20", f.games, s.cmd.Process.Pid)
	stop := fmt.Sprintf("stop it (kill %d)", s.cmd.Process.Pid)
	for _, args := range []string{"box learn", "games rename Ana Bea", "restore /proc/version"} {
		out, err := f.command(strings.Fields(args)...).CombinedOutput()
		if err == nil {
			t.Errorf("%s works beside a table", args)
		}
		holds(t, args, string(out), who, stop)
		if args == "box learn" {
			holds(t, args, string(out), "or teach the cards beside it: "+s.url+"learn")
		}
	}
	f.output("games", "list")
	f.output("games", "check")
	f.output("backup", filepath.Join(t.TempDir(), "copy.db"))
	file := filepath.Join(t.TempDir(), "help.zip")
	f.output("support", "--out", file)
	holds(t, "support", zipped(t, file, "arbiter/healthz.txt"), fmt.Sprintf("arbiter serve (process %d", s.cmd.Process.Pid), "reader purple-1: ok")
	holds(t, "support", zipped(t, file, "arbiter/doctor.txt"), "Examined beside the table", "reader purple-1: PN532")
	s.end(syscall.SIGTERM)
}

// The socket answers its user and root alone: by its mode, and where that was opened, by
// who asks.
func TestSocketForTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be somebody else")
	}
	f, a, s := besideATable(t)
	run := filepath.Join(filepath.Dir(f.games), "run")
	file := filepath.Join(run, control.Name(f.games))
	info, err := os.Stat(file)
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v", info.Mode())
	}
	t.Setenv("RUNTIME_DIRECTORY", run)
	if found, err := control.Find(context.Background(), f.games); err != nil || found == nil || found.PID != s.cmd.Process.Pid {
		t.Errorf("root finds %v, %v", found, err)
	}
	if found, err := control.Find(context.Background(), t.TempDir()); err != nil || found != nil {
		t.Errorf("another folder: %v, %v", found, err)
	}
	must(t, os.Chmod(filepath.Join(a.dir, "rig.toml"), 0o644))
	must(t, os.Chmod(a.dir, 0o755))
	for dir := run; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		must(t, os.Chmod(dir, 0o755))
	}
	stranger := func() string {
		self, err := os.Open("/proc/self/exe")
		must(t, err)
		defer self.Close()
		cmd := f.command("doctor", "--patience", "1ms")
		cmd.Path, cmd.ExtraFiles, cmd.Dir = "/proc/self/fd/3", []*os.File{self}, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 61234, Gid: 61234}}
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	holds(t, "a stranger", stranger(), "the running service answers its user and root alone; type: sudo arbiter doctor --patience 1ms")
	must(t, os.Chmod(file, 0o666))
	if text := stranger(); strings.Contains(text, "beside the table") || strings.Contains(text, "reader purple-1: PN532") {
		t.Errorf("a stranger with an open socket is answered:\n%s", text)
	}
	s.end(syscall.SIGTERM)
}

// zipped is a file of a zip file.
func zipped(t *testing.T, file, name string) string {
	t.Helper()
	z, err := zip.OpenReader(file)
	must(t, err)
	defer z.Close()
	f, err := z.Open(name)
	must(t, err)
	defer f.Close()
	text, err := io.ReadAll(f)
	must(t, err)
	return string(text)
}
