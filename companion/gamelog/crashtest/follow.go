package crashtest

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// followed are the system calls that are modeled here.
var followed = map[string]func(*disk, *call) error{
	"open":      func(d *disk, c *call) error { return d.opens(c, "AT_FDCWD", 0) },
	"openat":    func(d *disk, c *call) error { return d.opens(c, c.word(0), 1) },
	"close":     func(*disk, *call) error { return nil },
	"dup":       func(d *disk, c *call) error { return d.doubles(c, c.result) },
	"dup2":      func(d *disk, c *call) error { return d.doubles(c, c.result) },
	"dup3":      func(d *disk, c *call) error { return d.doubles(c, c.result) },
	"fcntl":     (*disk).fcntl,
	"lseek":     (*disk).seeks,
	"write":     (*disk).writes,
	"pwrite64":  (*disk).writesAt,
	"ftruncate": (*disk).truncates,
	"fsync":     (*disk).syncs,
	"fdatasync": (*disk).syncs,
	"mmap":      (*disk).maps,
	"mkdir":     func(d *disk, c *call) error { return d.makes(c, "AT_FDCWD", 0) },
	"mkdirat":   func(d *disk, c *call) error { return d.makes(c, c.word(0), 1) },
	"unlink":    func(d *disk, c *call) error { return d.removes(c, "AT_FDCWD", 0) },
	"rmdir":     func(d *disk, c *call) error { return d.removes(c, "AT_FDCWD", 0) },
	"unlinkat":  func(d *disk, c *call) error { return d.removes(c, c.word(0), 1) },
	"rename":    func(d *disk, c *call) error { return d.renames(c, "AT_FDCWD", 0, "AT_FDCWD", 1) },
	"renameat":  func(d *disk, c *call) error { return d.renames(c, c.word(0), 1, c.word(2), 3) },
	"renameat2": func(d *disk, c *call) error { return d.renames(c, c.word(0), 1, c.word(2), 3) },
	"link":      func(d *disk, c *call) error { return d.links(c, "AT_FDCWD", 0, "AT_FDCWD", 1) },
	"linkat":    func(d *disk, c *call) error { return d.links(c, c.word(0), 1, c.word(2), 3) },
	"execve":    func(*disk, *call) error { return nil },
	"clone":     threads,
	"clone3":    threads,
	"chdir":     func(*disk, *call) error { return errFollow },
}

// threads allows only new threads: another process would have descriptors of its own.
func threads(_ *disk, c *call) error {
	if slices.ContainsFunc(c.args, func(a arg) bool { return strings.Contains(a.word, "CLONE_THREAD") }) {
		return nil
	}
	return errors.New("the program starts another one, which nobody here follows")
}

// path returns the absolute path of an argument; "" if it is relative to a working directory that
// is unknown.
func (d *disk) path(c *call, dirfd string, i int) (string, error) {
	text, err := c.text(i)
	path := string(text)
	switch {
	case err != nil || filepath.IsAbs(path):
		return filepath.Clean(path), err
	case dirfd == "AT_FDCWD":
		return "", nil
	}
	var fd int
	if _, err := fmt.Sscan(dirfd, &fd); err != nil {
		return "", err
	}
	if o := d.fds[fd]; o != nil && o.path != "" {
		return filepath.Join(o.path, path), nil
	}
	return "", nil
}

func (d *disk) opens(c *call, dirfd string, i int) error {
	path, err := d.path(c, dirfd, i)
	if err != nil {
		return err
	}
	o := &opened{path: path}
	d.fds[c.result] = o
	if path == d.dir {
		o.node = d.root
		return nil
	}
	f, name, err := d.at(path)
	if err != nil || f == nil {
		return err
	}
	flags := c.word(i + 1)
	o.end = strings.Contains(flags, "O_APPEND")
	switch n := f.names[name].(type) {
	case nil:
		if !strings.Contains(flags, "O_CREAT") {
			return errors.New("it was opened, but no call made it")
		}
		o.node = &file{}
		d.changed(f, map[string]node{name: o.node})
	case *file:
		o.node = n
		if strings.Contains(flags, "O_TRUNC") && len(n.now) > 0 {
			d.clock++
			n.cut(d.clock, 0)
		}
	default:
		o.node = n
	}
	return nil
}

func (d *disk) doubles(c *call, to int) error {
	fd, err := c.number(0)
	delete(d.fds, to)
	if o := d.fds[fd]; o != nil {
		d.fds[to] = o
	}
	return err
}

func (d *disk) fcntl(c *call) error {
	if strings.HasPrefix(c.word(1), "F_DUPFD") {
		return d.doubles(c, c.result)
	}
	return nil
}

func (d *disk) seeks(c *call) error {
	fd, err := c.number(0)
	if o := d.open(fd); o != nil {
		o.at = c.result
	}
	return err
}

func (d *disk) writes(c *call) error {
	fd, err := c.number(0)
	o := d.open(fd)
	if err != nil || o == nil {
		return err
	}
	f := o.node.(*file)
	if o.end {
		o.at = len(f.now)
	}
	err = d.puts(c, f, o.at)
	o.at += c.result
	return err
}

func (d *disk) writesAt(c *call) error {
	fd, err := c.number(0)
	o := d.open(fd)
	if err != nil || o == nil {
		return err
	}
	at, err := c.number(3)
	if err != nil {
		return err
	}
	return d.puts(c, o.node.(*file), at)
}

func (d *disk) puts(c *call, f *file, at int) error {
	text, err := c.text(1)
	if err != nil {
		return err
	}
	d.clock++
	f.write(d.clock, at, text[:c.result])
	return nil
}

func (d *disk) truncates(c *call) error {
	fd, err := c.number(0)
	o := d.open(fd)
	if err != nil || o == nil {
		return err
	}
	n, err := c.number(1)
	d.clock++
	o.node.(*file).cut(d.clock, n)
	return err
}

func (d *disk) syncs(c *call) error {
	fd, err := c.number(0)
	o := d.open(fd)
	if err != nil || o == nil || d.deaf != nil && d.deaf(o.path) {
		return err
	}
	d.clock++ // what is safe has changed
	switch n := o.node.(type) {
	case *file:
		n.sync(d.marks[c.pid])
	case *folder:
		n.sync(d.marks[c.pid])
	}
	return nil
}

func (d *disk) maps(c *call) error {
	if !strings.Contains(c.word(2), "PROT_WRITE") || !strings.Contains(c.word(3), "MAP_SHARED") {
		return nil
	}
	fd, err := c.number(4)
	if o := d.open(fd); o != nil {
		o.node.(*file).mapped = true
	}
	return err
}

func (d *disk) makes(c *call, dirfd string, i int) error {
	path, err := d.path(c, dirfd, i)
	if err != nil {
		return err
	}
	f, name, err := d.at(path)
	if f != nil {
		d.changed(f, map[string]node{name: newFolder()})
	}
	return err
}

func (d *disk) removes(c *call, dirfd string, i int) error {
	path, err := d.path(c, dirfd, i)
	if err != nil {
		return err
	}
	f, name, err := d.at(path)
	if f != nil {
		d.changed(f, map[string]node{name: nil})
	}
	return err
}

func (d *disk) renames(c *call, oldfd string, old int, newfd string, fresh int) error {
	f, name, other, err := d.pair(c, oldfd, old, newfd, fresh)
	if f != nil {
		d.changed(f, map[string]node{other: f.names[name], name: nil})
	}
	return err
}

func (d *disk) links(c *call, oldfd string, old int, newfd string, fresh int) error {
	f, name, other, err := d.pair(c, oldfd, old, newfd, fresh)
	if f != nil {
		d.changed(f, map[string]node{other: f.names[name]})
	}
	return err
}

// pair returns two paths in one folder, which is nil if both are outside.
func (d *disk) pair(c *call, oldfd string, old int, newfd string, fresh int) (f *folder, name, other string, err error) {
	from, err := d.path(c, oldfd, old)
	if err != nil {
		return nil, "", "", err
	}
	to, err := d.path(c, newfd, fresh)
	if err != nil {
		return nil, "", "", err
	}
	a, name, err := d.at(from)
	if err != nil {
		return nil, "", "", err
	}
	b, other, err := d.at(to)
	if err == nil && (a != b || strings.Contains(c.word(4), "RENAME_EXCHANGE")) {
		return nil, "", "", errors.New("it goes to another folder, which nobody here follows")
	}
	return a, name, other, err
}
