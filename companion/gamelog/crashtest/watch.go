package crashtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// traced are the system calls that strace records: all that may change a file or say something.
// Those that are not modeled are an error if they touch the folder.
const traced = "execve,clone,clone3,fork,vfork,chdir,fchdir,open,openat,openat2,creat,close,close_range,dup,dup2,dup3,fcntl,lseek," +
	"write,pwrite64,writev,pwritev,pwritev2,sendto,sendmsg,copy_file_range,sendfile,splice,truncate,ftruncate,fallocate,mmap," +
	"fsync,fdatasync,sync_file_range,syncfs,sync,msync,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat," +
	"link,linkat,symlink,symlinkat"

// ending is how long strace may take to write the rest when the program is over.
const ending = 5 * time.Minute

// Need skips a test if there is no strace that works. With CI=true in the environment it fails
// instead, because there the test must run.
func Need(t testing.TB) {
	t.Helper()
	out, err := exec.Command("strace", "-f", "--seccomp-bpf", "-e", "trace=none", "true").CombinedOutput()
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("strace does not work here (%v): install it and allow ptrace\n%s", err, out)
	default:
		t.Skipf("strace does not work here (%v); with it, faults of disks are tried\n%s", err, out)
	}
}

// Memory returns an empty folder for disks, in memory if possible, because there are many and none
// is kept.
func Memory(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "crashtest-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// A Watch is a program that runs under strace.
type Watch struct {
	dir   string // the folder that is watched
	begin *folder
	heard chan heard
}

type heard struct {
	text transcript
	err  error
}

// Under makes cmd, which must not have started, run under strace. The process of cmd is then the
// program itself, which can be signaled as usual. What is in dir, which must exist, counts as safe
// on the disk.
func Under(cmd *exec.Cmd, dir string) (*Watch, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	begin, err := found(dir)
	if err != nil {
		return nil, err
	}
	w := &Watch{dir, begin, make(chan heard, 1)}
	own, err := os.MkdirTemp("", "crashtest-")
	if err != nil {
		return nil, err
	}
	pipe := filepath.Join(own, "trace")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		return nil, err
	}
	if err := Strace(cmd, own, "-o", pipe, "-C", "-U", "name,calls", "-xx", "-s", "200000", "-e", "trace="+traced); err != nil {
		return nil, err
	}
	go func() {
		defer os.RemoveAll(own)
		text, err := listen(pipe)
		w.heard <- heard{text, err}
	}()
	return w, nil
}

// Strace makes cmd, which must not have started, run under strace with these options. The program
// keeps its name, by a link in the folder own, which must stay while the program runs.
func Strace(cmd *exec.Cmd, own string, options ...string) error {
	strace, err := exec.LookPath("strace")
	if err != nil {
		return err
	}
	program := cmd.Path
	if name := filepath.Base(cmd.Args[0]); name != filepath.Base(program) {
		program = filepath.Join(own, name)
		if err := os.Symlink(cmd.Path, program); err != nil {
			return err
		}
	}
	args := append([]string{"strace", "-D", "-f", "--seccomp-bpf"}, options...)
	cmd.Path, cmd.Args = strace, append(append(args, program), cmd.Args[1:]...)
	return nil
}

// Trace returns what the program has done, after its end. It returns an error if strace wrote
// something that is not understood, if calls are missing, or if they do not lead to the files that
// are there.
func (w *Watch) Trace() (*Trace, error) {
	select {
	case h := <-w.heard:
		if h.err != nil {
			return nil, h.err
		}
		t := &Trace{w.dir, w.begin, h.text.events}
		return t, t.check()
	case <-time.After(ending):
		return nil, errors.New("strace does not end: does the program still run, or a child of it?")
	}
}

// below returns the path relative to the folder, "." for the folder itself.
func below(dir, path string) (string, bool) {
	rest, err := filepath.Rel(dir, path)
	return rest, err == nil && rest != ".." && !strings.HasPrefix(rest, "../")
}
