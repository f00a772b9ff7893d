// Package control lets commands on a device ask the service that runs there, through a Unix socket
// that only the service's user and root can use.
package control

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/locks"
)

// Doctor is the path where a service answers with the doctor's findings, as lines of JSON.
const Doctor = "/doctor"

// About is what a service says about itself.
type About struct {
	Program string // such as "arbiter serve"
	PID     int
	Since   time.Time
	Rig     string
	Page    string // the URL of its pages on this device
}

// Holder returns the service as the holder of a lock.
func (a About) Holder() locks.Holder {
	return locks.Holder{Program: a.Program, PID: a.PID, Since: a.Since}
}

// Name returns the name of the socket of a service, given the folder of its games.
func Name(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	sum := sha256.Sum256([]byte(dir))
	return "control-" + hex.EncodeToString(sum[:6])
}

// Listen opens the socket of the service that keeps its games in a folder. The folder must be
// locked: an existing socket was left by a service that has ended.
func Listen(dir string) (net.Listener, error) {
	folder, err := home.Runtime()
	if err != nil {
		return nil, fmt.Errorf("socket for commands: %w", err)
	}
	file := filepath.Join(folder, Name(dir))
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("socket for commands: %w", err)
	}
	near, done, err := nearer(file)
	if err != nil {
		return nil, fmt.Errorf("socket for commands: %w", err)
	}
	l, err := net.Listen("unix", near)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("socket for commands: %w", err), done())
	}
	if err := os.Chmod(file, 0o600); err != nil {
		return nil, errors.Join(err, l.Close(), done())
	}
	return ownersOnly{l, done}, nil
}

// longest is how long the path of a socket may be: see unix(7), which allows 108 bytes.
const longest = 100

// nearer returns the path of a socket, through a descriptor of its folder if it is too long.
func nearer(file string) (path string, done func() error, err error) {
	if len(file) <= longest {
		return file, func() error { return nil }, nil
	}
	folder, err := os.Open(filepath.Dir(file))
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), filepath.Base(file)), folder.Close, nil
}

// ownersOnly hangs up on everybody but this program's user and root, whatever the permissions of
// the file.
type ownersOnly struct {
	net.Listener
	done func() error
}

// Close closes the socket.
func (l ownersOnly) Close() error { return errors.Join(l.Listener.Close(), l.done()) }

// Accept waits for a client that may ask.
func (l ownersOnly) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if uid, err := peer(c); err == nil && (uid == 0 || uid == os.Geteuid()) {
			return c, nil
		}
		c.Close()
	}
}

// peer returns the user at the other end of a socket.
func peer(c net.Conn) (uid int, err error) {
	u, ok := c.(*net.UnixConn)
	if !ok {
		return 0, errors.New("no unix socket")
	}
	raw, err := u.SyscallConn()
	if err != nil {
		return 0, err
	}
	var cred *syscall.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		cred, failed = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); err != nil || failed != nil {
		return 0, errors.Join(err, failed)
	}
	return int(cred.Uid), nil
}

// A Service is a service running on this device.
type Service struct {
	About
	web http.Client
}

// ErrNoRight is returned if a service is running that answers only another user.
var ErrNoRight = errors.New("the running service answers its user and root alone")

// asking is how long a service may take to say that it is there.
const asking = 5 * time.Second

// Find returns the service that keeps its games in a folder; nil if none is running that can be
// asked.
func Find(ctx context.Context, dir string) (*Service, error) {
	for _, folder := range home.Runtimes() {
		file := filepath.Join(folder, Name(dir))
		s := &Service{web: http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dial(ctx, file, dir)
		}}}}
		err := s.about(ctx)
		switch {
		case err == nil:
			return s, nil
		case errors.Is(err, fs.ErrPermission), errors.Is(err, ErrNoRight):
			return nil, ErrNoRight
		case ctx.Err() != nil:
			return nil, ctx.Err()
		}
	}
	return nil, nil
}

// dial connects, and makes sure that nobody else has put a socket there: it must belong to root,
// this user, or the owner of the games.
func dial(ctx context.Context, file, dir string) (net.Conn, error) {
	near, done, err := nearer(file)
	if err != nil {
		return nil, err
	}
	c, err := new(net.Dialer).DialContext(ctx, "unix", near)
	if err := errors.Join(err, done()); err != nil {
		return nil, err
	}
	uid, err := peer(c)
	if err == nil && uid != 0 && uid != os.Geteuid() && uid != ownerOf(dir) {
		err = ErrNoRight
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func ownerOf(dir string) int {
	info, err := os.Stat(dir)
	if err != nil {
		return -1
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return -1
	}
	return int(of.Uid)
}

func (s *Service) about(ctx context.Context) error {
	ctx, done := context.WithTimeout(ctx, asking)
	defer done()
	answer, err := s.Ask(ctx, "/about")
	if err != nil {
		return err
	}
	defer answer.Close()
	return json.NewDecoder(answer).Decode(&s.About)
}

// Ask requests a path. The caller must close the answer.
func (s *Service) Ask(ctx context.Context, path string) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://arbiter"+path, nil)
	if err != nil {
		return nil, err
	}
	answer, err := s.web.Do(r)
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}
