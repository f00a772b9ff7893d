package datadir

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"arbiter/engine"
)

// right returns err or, if it says that this user lacks permission for a folder, what to type.
func right(dir string, err error) error {
	if !errors.Is(err, fs.ErrPermission) || os.Geteuid() == 0 {
		return err
	}
	if owner := ownerOf(dir); owner != "" {
		return engine.Refuse("the games are kept in %s, which belongs to %s; %s", dir, owner, typed(os.Args))
	}
	return engine.Refuse("the games are kept in %s, which this user may not make; %s", dir, typed(os.Args))
}

// Typed returns what to type instead of the running command, which lacks permission.
func Typed() engine.Text { return typed(os.Args) }

// typed returns what to type instead of a command that lacks permission. A service should not be
// run by root.
func typed(args []string) engine.Text {
	if len(args) < 2 || args[1] == "serve" || strings.HasPrefix(args[1], "-") {
		return engine.Say("its service is started with: sudo systemctl start arbiter; for games of your own choose a folder with --data DIR")
	}
	words := []string{"sudo", filepath.Base(args[0])}
	for _, a := range args[1:] {
		if a == "" || strings.ContainsAny(a, " \t\"'$`\\|&;<>()*?[#~!") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return engine.Say("type: %s", strings.Join(words, " "))
}

// ownerOf returns the name of a folder's owner; "" if the folder is missing or cannot be looked at.
func ownerOf(dir string) string {
	info, err := os.Stat(dir)
	if err != nil {
		return ""
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	id := strconv.FormatUint(uint64(of.Uid), 10)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return "user " + id
}

// own gives the games that root has created in somebody else's folder to its owner. It opens none
// of the files: closing one would drop the locks of this program.
func own(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || of.Uid == 0 {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	list, err := fs.Glob(root.FS(), LogFile+"*")
	for _, name := range list {
		if e := root.Lchown(name, int(of.Uid), int(of.Gid)); !errors.Is(e, fs.ErrNotExist) { // it may have just gone
			err = errors.Join(err, e)
		}
	}
	return err
}
