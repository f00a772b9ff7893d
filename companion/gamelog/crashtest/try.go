package crashtest

import (
	"fmt"
	"hash/maphash"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// A Trace is what a program asked of a disk, and what it said meanwhile.
type Trace struct {
	dir    string
	begin  *folder
	events []event
}

// disk returns what the program found.
func (t *Trace) disk() *disk {
	return &disk{dir: t.dir, root: copyOf(t.begin), fds: map[int]*opened{}, marks: map[string]int{}}
}

// check follows the program to its end and compares the files.
func (t *Trace) check() error {
	d := t.disk()
	for _, e := range t.events {
		if _, _, err := d.play(e); err != nil {
			return err
		}
	}
	return d.same()
}

// A Trial says how disks are judged.
type Trial struct {
	Seed  uint64
	Disks int    // how many are wanted at most
	Dir   string // where they are laid out, one after the other; it is emptied
	// Promised returns how much a text promises to be safe; 0 if nothing.
	Promised func(said []byte) int
	// Reopen opens the files in Dir as after a cut. It returns how much of what was promised is
	// there, and an error if something is wrong.
	Reopen func() (kept int, err error)
	// Deaf reports, by absolute path, for which files and folders a sync does nothing, so that a
	// good judge must find losses; nil: for none.
	Deaf func(path string) bool
}

// A Result is the result of a Trial.
type Result struct {
	Moments  int // of the run, at which a cut was tried
	Disks    int // that were opened, all of them different
	Broken   int // on which something was wrong
	Lost     int // moments at which something promised was missing
	Most     int // the largest loss
	Promised int // at the end
	First    error
}

func (r Result) String() string {
	return fmt.Sprintf("%d disks at %d moments, %d promised: %d broken, %d lose something, up to %d", r.Disks, r.Moments, r.Promised, r.Broken, r.Lost, r.Most)
}

// Whole returns what is wrong; nil if nothing is.
func (r Result) Whole() error {
	if r.Broken+r.Lost > 0 {
		return fmt.Errorf("%v; the first: %w", r, r.First)
	}
	return nil
}

// A trying is a Trial in progress.
type trying struct {
	*disk
	trial  Trial
	result Result
	chance *rand.Rand
	seen   map[uint64]verdict
	told   map[int]int // how much is promised by the event of this number
	hashes maphash.Seed
}

type verdict struct {
	kept int
	err  error
}

// Try lays disks out: in a first pass what was safe at each moment; then everything asked for up to
// some point, in order; then all of it; then any of it; until there are as many disks as wanted, or
// no new ones.
func (t *Trace) Try(trial Trial) (Result, error) {
	y := &trying{trial: trial, chance: rand.New(rand.NewPCG(trial.Seed, sector)), seen: map[uint64]verdict{}, told: map[int]int{}, hashes: maphash.MakeSeed()}
	ways := []way{safe, until, whole, until, scattered}
	moments, err := y.pass(t, nil, 0)
	if err != nil {
		return y.result, err
	}
	y.result.Moments = moments
	for n, idle := 0, 0; y.result.Disks < trial.Disks && idle < len(ways); n++ {
		before := y.result.Disks
		share := float64(trial.Disks-before) / float64(moments)
		if _, err := y.pass(t, ways[min(n, 3+n%2)], share); err != nil {
			return y.result, err
		}
		if idle++; y.result.Disks > before {
			idle = 0
		}
	}
	return y.result, nil
}

// A way makes the choices for one disk.
type way func(*trying) choice

func safe(*trying) choice { return func([]int) int { return -1 } }

func whole(*trying) choice { return func(asked []int) int { return len(asked) - 1 } }

func until(y *trying) choice {
	last := y.clock - y.chance.IntN(min(y.clock, 40)+1)
	return func(asked []int) int {
		i, here := slices.BinarySearch(asked, last)
		if here {
			return i
		}
		return i - 1
	}
}

func scattered(y *trying) choice {
	share := []float64{0.1, 0.5, 0.9}[y.chance.IntN(3)]
	return func(asked []int) int {
		if len(asked) == 0 || y.chance.Float64() > share {
			return -1
		}
		return y.chance.IntN(len(asked))
	}
}

// pass goes through the run once and tries a share of its moments in one way. It returns how many
// moments there are.
func (y *trying) pass(t *Trace, w way, share float64) (moments int, err error) {
	y.disk, y.result.Promised = t.disk(), 0
	y.deaf = y.trial.Deaf
	for i, e := range t.events {
		changed, said, err := y.play(e)
		if err != nil {
			return moments, err
		}
		if w == nil && len(said) > 0 {
			y.told[i] = y.trial.Promised(said)
		}
		if n := y.told[i]; n > y.result.Promised {
			y.result.Promised, changed = n, true
		}
		if !changed {
			continue
		}
		moments++
		if w != nil && y.result.Disks < y.trial.Disks && y.chance.Float64() < share {
			if err := y.cut(w(y)); err != nil {
				return moments, err
			}
		}
	}
	return moments, nil
}

// cut lays a disk out, if it is a new one, and judges it.
func (y *trying) cut(choose choice) error {
	fill := func([]byte) {}
	if y.chance.IntN(4) == 0 {
		fill = y.rubbish
	}
	files := map[string][]byte{}
	left(y.root, ".", choose, fill, files)
	key := y.hash(files)
	v, known := y.seen[key]
	if !known {
		if err := lay(y.trial.Dir, files); err != nil {
			return err
		}
		v.kept, v.err = y.trial.Reopen()
		y.seen[key] = v
		y.result.Disks++
	}
	r := &y.result
	switch missing := r.Promised - v.kept; {
	case v.err != nil && !known:
		r.Broken++
		y.blame(v.err)
	case v.err == nil && missing > 0:
		r.Lost++
		r.Most = max(r.Most, missing)
		y.blame(fmt.Errorf("%d of %d that were promised are there", v.kept, r.Promised))
	}
	return nil
}

func (y *trying) blame(err error) {
	if y.result.First == nil {
		y.result.First = fmt.Errorf("seed %d, after %d changes: %w", y.trial.Seed, y.clock, err)
	}
}

// rubbish fills text with random bytes, as left on the disk from before.
func (y *trying) rubbish(text []byte) {
	for i := range text {
		text[i] = byte(y.chance.Uint32())
	}
}

// left collects the files that a cut leaves, by their paths; folders end in a slash.
func left(f *folder, at string, choose choice, fill filler, files map[string][]byte) {
	names := f.left(choose)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		path := filepath.Join(at, name)
		switch n := names[name].(type) {
		case *file:
			if !n.mapped {
				files[path] = n.left(choose, fill)
			}
		case *folder:
			files[path+"/"] = nil
			left(n, path, choose, fill, files)
		}
	}
}

func (y *trying) hash(files map[string][]byte) uint64 {
	var h maphash.Hash
	h.SetSeed(y.hashes)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&h, "%s %d ", path, len(files[path]))
		h.Write(files[path])
	}
	return h.Sum64()
}

// lay writes files to a folder and removes all others.
func lay(dir string, files map[string][]byte) error {
	old, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range old {
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		to := filepath.Join(dir, path)
		if path[len(path)-1] == '/' {
			err = os.Mkdir(to, 0o755)
		} else {
			err = os.WriteFile(to, files[path], 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
