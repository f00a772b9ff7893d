package device

import (
	"context"
	"slices"
	"strings"
	"time"

	"arbiter/hw/pcsc"
	"arbiter/setups"
)

// listing is how long pcscd may take to list its readers.
const listing = 2 * time.Second

// Plugged returns the readers of pcscd on which cards can lie; none if it does not answer.
func Plugged(w Pins) []pcsc.Found {
	ctx, cancel := context.WithTimeout(context.Background(), listing)
	defer cancel()
	all, err := pcsc.List(ctx, PCSC(w))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(f pcsc.Found) bool { return f.SAM })
}

// Moved returns a rig with new ports for its readers of pcscd that are not in theirs, as far as
// there are readers that it does not name. It reports whether there were any.
func Moved(rig setups.Rig, found []pcsc.Found) (setups.Rig, bool) {
	there := func(port string) bool {
		return slices.ContainsFunc(found, func(f pcsc.Found) bool { return f.Address() == port || f.Name == port })
	}
	var free []string
	for _, f := range found {
		if f.Plug != "" && !slices.ContainsFunc(rig.Readers, func(r setups.Reader) bool { return r.Port == f.Address() || r.Port == f.Name }) {
			free = append(free, f.Address())
		}
	}
	moved := false
	rig.Readers = slices.Clone(rig.Readers)
	for i, r := range rig.Readers {
		if len(free) > 0 && r.PCSC() && strings.HasPrefix(r.Port, "usb:") && !there(r.Port) {
			rig.Readers[i].Port, free, moved = free[0], free[1:], true
		}
	}
	return rig, moved
}
