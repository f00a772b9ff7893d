package crashtest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A disk is a folder as the system calls of a program change it.
type disk struct {
	dir   string
	root  *folder
	fds   map[int]*opened
	clock int                    // counts calls that changed something
	marks map[string]int         // by process: the clock when its sync began
	deaf  func(path string) bool // files for which a sync does nothing: for tests of this package's users
}

// An opened is an open file. node is nil if it is not in the folder.
type opened struct {
	path string
	node node
	at   int
	end  bool // writes go to the end (O_APPEND)
}

var errFollow = errors.New("nobody here follows that call")

// play carries out an event and reports whether the files may have changed, and what the program
// said outside of them.
func (d *disk) play(e event) (changed bool, said []byte, err error) {
	clock := d.clock
	if !e.end {
		said, err = d.begin(e.call)
	} else if !e.failed {
		err = d.end(e.call)
	}
	if err != nil {
		err = fmt.Errorf("%v: %w", e.call, err)
	}
	return d.clock != clock, said, err
}

// begin carries out what holds from the start of a call on: a descriptor is free, a text may be
// read elsewhere, a sync covers what was there.
func (d *disk) begin(c *call) (said []byte, err error) {
	switch c.name {
	case "close":
		fd, err := c.number(0)
		delete(d.fds, fd)
		return nil, err
	case "fsync", "fdatasync":
		d.marks[c.pid] = d.clock
	case "write":
		fd, err := c.number(0)
		if err != nil || d.open(fd) != nil {
			return nil, err
		}
		return c.text(1)
	}
	return nil, nil
}

// open returns the open file of a descriptor if it is in the folder.
func (d *disk) open(fd int) *opened {
	if o := d.fds[fd]; o != nil && o.node != nil {
		return o
	}
	return nil
}

func (d *disk) end(c *call) error {
	if do := followed[c.name]; do != nil {
		return do(d, c)
	}
	for i := range c.args { // a call that is not modeled must not touch the folder
		if text, err := c.text(i); err == nil {
			if _, in := below(d.dir, string(text)); in && filepath.IsAbs(string(text)) {
				return errFollow
			}
		}
		if n, err := c.number(i); err == nil && i < 2 && d.open(n) != nil {
			return errFollow
		}
	}
	return nil
}

// at returns the folder of a path and the last name in it; nil for a path outside.
func (d *disk) at(path string) (*folder, string, error) {
	rest, in := below(d.dir, path)
	if !in || rest == "." {
		return nil, "", nil
	}
	f, names := d.root, strings.Split(rest, "/")
	for _, name := range names[:len(names)-1] {
		next, ok := f.names[name].(*folder)
		if !ok {
			return nil, "", fmt.Errorf("there should be a folder %s", name)
		}
		f = next
	}
	return f, names[len(names)-1], nil
}

// changed carries out a change of a folder.
func (d *disk) changed(f *folder, names map[string]node) {
	d.clock++
	f.change(d.clock, names)
}

// found reads a folder whose files are all safe.
func found(dir string) (*folder, error) {
	f := newFolder()
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range list {
		path := filepath.Join(dir, entry.Name())
		switch {
		case entry.IsDir():
			if f.safe[entry.Name()], err = found(path); err != nil {
				return nil, err
			}
		case entry.Type().IsRegular():
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			f.safe[entry.Name()] = &file{now: text, safe: bytes.Clone(text)}
		default:
			return nil, fmt.Errorf("%s is neither a file nor a folder", path)
		}
	}
	for name, n := range f.safe {
		f.names[name] = n
	}
	return f, nil
}

// same returns how the folder differs from the model of it.
func (d *disk) same() error {
	seen := 0
	err := filepath.WalkDir(d.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		seen++
		f, name, err := d.at(path)
		if err != nil {
			return err
		}
		n, ok := f.names[name].(*file)
		if !ok {
			return fmt.Errorf("%s is there, and no call made it", path)
		}
		text, err := os.ReadFile(path)
		if err == nil && !n.mapped && !bytes.Equal(text, n.now) {
			err = fmt.Errorf("%s has %d bytes, which are not those %d that were written", path, len(text), len(n.now))
		}
		return err
	})
	if n := d.root.count(); err == nil && n != seen {
		err = fmt.Errorf("%d files should be in %s, and there are %d", n, d.dir, seen)
	}
	return err
}

func (f *folder) count() (n int) {
	for _, x := range f.names {
		switch x := x.(type) {
		case *file:
			n++
		case *folder:
			n += x.count()
		}
	}
	return n
}
