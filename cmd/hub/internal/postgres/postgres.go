// Package postgres runs a PostgreSQL of the system for trying and for tests: in a folder, at a socket
// there, and at no port.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrMissing says that the system has no PostgreSQL.
var ErrMissing = errors.New("PostgreSQL is missing: install postgresql")

// A Server is a process of its own.
type Server struct {
	URL string

	run *exec.Cmd
}

// program finds one of Debian's programs, which are in no PATH.
func program(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	all, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name) // the pattern is sound
	if len(all) == 0 {
		return "", ErrMissing
	}
	slices.Sort(all)
	return all[len(all)-1], nil
}

// Start starts one in a folder, which it fills if it is new. PostgreSQL refuses to run as root, so
// root runs it as the user postgres, who must be able to get into the folder.
func Start(dir string) (*Server, error) {
	initdb, err := program("initdb")
	if err != nil {
		return nil, err
	}
	postgres, err := program("postgres")
	if err != nil {
		return nil, err
	}
	var as *syscall.SysProcAttr
	if os.Geteuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, fmt.Errorf("as root PostgreSQL does not run, and there is no user postgres: %w", err)
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, err
		}
		if err := os.Chown(dir, int(uid), int(gid)); err != nil {
			return nil, err
		}
		as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	data := filepath.Join(dir, "data")
	if _, err := os.Stat(data); errors.Is(err, os.ErrNotExist) {
		c := exec.Command(initdb, "-D", data, "-U", "hub", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions") // #nosec G204 -- a program of the system
		c.SysProcAttr, c.Dir = as, dir
		if out, err := c.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("initdb: %w: %s", err, out)
		}
	}
	s := &Server{URL: "postgres:///postgres?user=hub&host=" + url.QueryEscape(dir)}
	s.run = exec.Command(postgres, "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "unix_socket_permissions=0700", "-c", "max_connections=20", "-c", "shared_buffers=16MB") // #nosec G204 -- as above
	if as != nil {
		s.run.Args = append(s.run.Args, "-c", "unix_socket_permissions=0777") // root connects, the folder is closed to others
	}
	s.run.SysProcAttr, s.run.Dir = as, dir
	if err := s.run.Start(); err != nil {
		return nil, err
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := pgx.Connect(context.Background(), s.URL)
		if err == nil {
			return s, conn.Close(context.Background())
		}
		if time.Now().After(end) {
			return nil, errors.Join(fmt.Errorf("PostgreSQL does not start: %w", err), s.Stop())
		}
	}
}

// Kill ends it as a power cut would; Stop politely.
func (s *Server) Kill() error { return s.end(syscall.SIGQUIT) }

// Stop ends it and waits.
func (s *Server) Stop() error { return s.end(syscall.SIGINT) }

func (s *Server) end(by syscall.Signal) error {
	if err := s.run.Process.Signal(by); err != nil {
		return err
	}
	err := s.run.Wait()
	if errors.As(err, new(*exec.ExitError)) {
		return nil // it says how it was ended
	}
	return err
}
