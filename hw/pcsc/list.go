package pcsc

import "context"

// Most is how many readers the daemon lists at most (up to pcsc-lite 2.4). It does not report any
// beyond that.
const Most = slots

// A Found is a reader that the daemon lists.
type Found struct {
	Name string // without the numbers at its end
	Plug string // such as "1-1.3"; "" if unknown
	SAM  bool   // is not for cards that are laid
}

// Address returns how a rig names it.
func (f Found) Address() string {
	if f.Plug != "" {
		return plugged + f.Plug
	}
	return f.Name
}

// List lists the readers of the daemon.
func List(ctx context.Context, o Opts) (all []Found, err error) {
	o = o.withDefaults()
	c, err := dial(ctx, o.Socket, minors...)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	states, err := c.wait()
	if err != nil {
		return nil, gone(err)
	}
	for _, st := range states {
		f := Found{Name: Bare(st.name), SAM: (&slot{state: st}).sam()}
		if where, err := ask(ctx, o, c.minor, st.name); err == nil {
			f.Plug = where.plug
		}
		all = append(all, f)
	}
	return all, nil
}

// ask asks one reader where it is plugged in.
func ask(ctx context.Context, o Opts, minor int32, name string) (usb, error) {
	c, err := dial(ctx, o.Socket, minor)
	if err != nil {
		return usb{}, err
	}
	defer c.Close()
	return locate(c, o.Root, name)
}
