package main

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"arbiter/cmd/arbiter/internal/home"
	"arbiter/engine/enginetest/tier"
)

// A furnished device has settings, a rig of its own and a folder for games.
type furnished struct {
	*testing.T
	settings, games string
}

func furnish(t *testing.T, more string) furnished {
	t.Helper()
	dir := t.TempDir()
	f := furnished{t, filepath.Join(dir, "etc", "arbiter.toml"), filepath.Join(dir, "games")}
	must(t, os.MkdirAll(filepath.Join(dir, "etc", "rigs"), 0o755))
	own, err := os.ReadFile(filepath.Join("..", "..", "setups", "rigs", "screen.toml"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "etc", "rigs", "attic.toml"), append([]byte("# ours\n"), own...), 0o644))
	must(t, os.WriteFile(f.settings, []byte("data = \""+f.games+"\"\n"+more), 0o644))
	return f
}

// command is one on the device, without a flag that says where anything is.
func (f furnished) command(args ...string) *exec.Cmd {
	f.Helper()
	cmd := arbiter(f.T, args...)
	cmd.Env = append(cmd.Env, home.Variable+"="+f.settings, "RUNTIME_DIRECTORY="+filepath.Join(filepath.Dir(f.games), "run"))
	return cmd
}

func (f furnished) output(args ...string) string {
	f.Helper()
	out, err := f.command(args...).CombinedOutput()
	if err != nil {
		f.Fatalf("arbiter %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// The service and every command use the same games, rig and language without a flag. What
// the command line or the environment says counts more.
func TestOneHome(t *testing.T) {
	tier.Test(t, tier.Program, "a dozen commands")
	t.Parallel()
	f := furnish(t, "rig = \"attic\"\nlanguage = \"de\"\naddress = \"127.0.0.1:0\"\nnames = [\"table.example\", \"attic.lan\"]\ntls = true\ntls-address = \"127.0.0.1:0\"\n")
	s := startedAs(t, f.command("serve"))
	holds(t, "the greeting", s.said, "(rig attic)", "The games are kept in "+f.games, "HTTPS is at port")
	s.end(syscall.SIGTERM)
	output(t, "demo", "--seed", "4", "--data", f.games)
	if got := f.output("games", "list"); strings.Count(got, "\n") != 2 {
		t.Errorf("the demo that was played there is not listed:\n%s", got)
	}
	holds(t, "the check", f.output("games", "check"), "unversehrt") // German
	if got := f.output("games", "check", "--lang", "es"); strings.Contains(got, "unversehrt") {
		t.Errorf("--lang es is answered in German: %s", got)
	}
	backup := filepath.Join(t.TempDir(), "copy.db")
	f.output("backup", backup)
	if info, err := os.Stat(backup); err != nil || info.Size() == 0 {
		t.Errorf("backup: %v", err)
	}
	code := f.output("owner")
	holds(t, "the owner's code", s.said, strings.Fields(code[strings.Index(code, ":")+1:])[0])
	elsewhere := f.command("games", "list", "--data", t.TempDir())
	if out, err := elsewhere.CombinedOutput(); err == nil || !strings.Contains(string(out), "sind keine Spiele") {
		t.Errorf("another folder: %v, %s", err, out)
	}
	spoken := f.command("games", "check")
	spoken.Env = append(spoken.Env, "ARBITER_LANG=en")
	if out, err := spoken.CombinedOutput(); err != nil || strings.Contains(string(out), "unversehrt") {
		t.Errorf("ARBITER_LANG=en is answered in German: %v, %s", err, out)
	}
}

// A wrong line of the settings is told with its place and its remedy, and nothing is done.
// What needs no settings works.
func TestWrongSettings(t *testing.T) {
	tier.Test(t, tier.Program, "four commands")
	t.Parallel()
	f := furnish(t, "rgi = \"attic\"\n")
	for _, args := range [][]string{{"serve"}, {"games", "list"}, {"doctor"}, {"box", "learn", "--rig", "screen"}} {
		out, err := f.command(args...).CombinedOutput()
		if err == nil {
			t.Errorf("%q works with wrong settings", args)
		}
		holds(t, strings.Join(args, " "), string(out), f.settings+`:2:1: unknown key "rgi"; write rig, language, data`)
	}
	f.output("version")
}

// A rig with a mistake does not keep a service that is supervised from serving: everybody reads
// what is wrong, in their language, and a game can be played. Who types the command is
// refused, with the same words.
func TestFaultyRigIsANotice(t *testing.T) {
	tier.Test(t, tier.Program, "ten commands")
	t.Parallel()
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"})
	must(t, err)
	defer manager.Close()
	go io.Copy(io.Discard, manager) // who tells a manager that does not listen waits
	const reader = "[[reader]]\nname = \"r\"\ndriver = \"pn532\"\nseat = \"red\"\nfields = [\"1\"]\nport = \"/dev/ttyUSB0\"\n"
	for name, c := range map[string]struct{ rig, want string }{
		"no such rig":     {"", "attik"},
		"no TOML":         {"[[reader", "attik.toml:1:"},
		"an unknown key":  {"tittle = \"ours\"\n", `attik.toml:1:1: unknown key`},
		"a wrong driver":  {strings.Replace(reader, "pn532", "pn523", 1), "pn523"},
		"twice the same":  {"title = \"ours\"\n" + reader + reader, "attik.toml:"},
		"not even a file": {"/", "attik.toml"},
	} {
		f := furnish(t, "rig = \"attik\"\naddress = \"127.0.0.1:0\"\n")
		file := filepath.Join(filepath.Dir(f.settings), "rigs", "attik.toml")
		switch c.rig {
		case "":
		case "/":
			must(t, os.Mkdir(file, 0o755))
		default:
			must(t, os.WriteFile(file, []byte(c.rig), 0o644))
		}
		if out, err := f.command("serve").CombinedOutput(); err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s, typed: %v, %s, want %q", name, err, out, c.want)
		}
		program := f.command("serve")
		program.Env = append(program.Env, "NOTIFY_SOCKET="+manager.LocalAddr().String())
		s := startedAs(t, program)
		_, table := s.phone("de").ask("GET", "table", "")
		holds(t, name, table, "Der Aufbau ist nicht zu gebrauchen", c.want)
		if status, _ := s.phone("de").ask("GET", "healthz", ""); status != 200 {
			t.Errorf("%s: not well, %d", name, status)
		}
		s.end(syscall.SIGTERM)
	}
}

// Who may not look into the folder is told which one it is, and what to type; and no
// folder of their own is made or read.
func TestNoRight(t *testing.T) {
	tier.Test(t, tier.Program, "six commands")
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can be somebody else")
	}
	f := furnish(t, "address = \"127.0.0.1:0\"\n")
	output(t, "demo", "--seed", "4", "--data", f.games)
	must(t, os.Chmod(f.games, 0o700))
	self, err := os.Open("/proc/self/exe")
	must(t, err)
	defer self.Close()
	settings := f.settings
	for dir := filepath.Dir(settings); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		must(t, os.Chmod(dir, 0o755))
	}
	for _, c := range []struct{ args, want string }{
		{"games list", "type: sudo arbiter games list"},
		{"games show --lang de", "Die Spiele liegen in " + f.games + " und gehören root; gib ein: sudo arbiter games show --lang de"},
		{"owner", "type: sudo arbiter owner"},
		{"backup /nowhere", "type: sudo arbiter backup /nowhere"},
		{"box learn --rig attic", "type: sudo arbiter box learn --rig attic"},
		{"games rename Ana Bea", "type: sudo arbiter games rename Ana Bea"},
		{"serve", "sudo systemctl start arbiter; for games of your own choose a folder with --data DIR"},
	} {
		cmd := f.command(strings.Fields(c.args)...)
		cmd.Path, cmd.ExtraFiles, cmd.Dir = "/proc/self/fd/3", []*os.File{self}, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 61234, Gid: 61234}}
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("%s works for somebody else", c.args)
		}
		holds(t, c.args, string(out), c.want)
		if !strings.Contains(c.args, "--lang") {
			holds(t, c.args, string(out), "the games are kept in "+f.games+", which belongs to root; ")
		}
	}
}

// What root makes in the folder of the service belongs to the service.
func TestGamesOfRoot(t *testing.T) {
	tier.Test(t, tier.Program, "two commands")
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const service = 61234
	played, record := t.TempDir(), filepath.Join(t.TempDir(), "game.jsonl")
	output(t, "demo", "--seed", "4", "--data", played)
	must(t, os.WriteFile(record, []byte(output(t, "games", "export", "--as", "record", "--data", played)), 0o644))
	f := furnish(t, "")
	must(t, os.Mkdir(f.games, 0o700))
	must(t, os.Chown(f.games, service, service))
	f.output("games", "import", record)
	list, err := filepath.Glob(filepath.Join(f.games, "*"))
	must(t, err)
	for _, name := range append(list, f.games) {
		info, err := os.Stat(name)
		must(t, err)
		if of := info.Sys().(*syscall.Stat_t); of.Uid != service {
			t.Errorf("%s belongs to %d, want the owner of the folder", name, of.Uid)
		}
	}
	if len(list) == 0 {
		t.Error("nothing was made")
	}
}
