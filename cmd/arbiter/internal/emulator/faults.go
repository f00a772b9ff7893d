package emulator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbiter/hw"
)

// faultsOf returns what can go wrong at a reader or a panel.
func (o *Console) faultsOf(name string) ([]Fault, error) {
	if all := o.Top.PanelFaults(name); all != nil {
		return all, nil
	}
	_, s, err := o.slot(name, nil)
	if err != nil {
		return nil, err
	}
	return s.Faults(), nil
}

func breakSpot(_ context.Context, o *Console, args []string) error {
	if len(args) < 2 || len(args) > 3 {
		return errors.New("name a reader or panel and a fault, such as purple-1 lost-request 3")
	}
	all, err := o.faultsOf(args[0])
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(f Fault) bool { return f.Name == args[1] })
	if i < 0 {
		return fmt.Errorf("%s cannot have the fault %q; faults %s lists those that it can", args[0], args[1], args[0])
	}
	f := all[i]
	v := f.Value
	if len(args) == 3 {
		if v, err = value(args[2]); err != nil || f.takes == "" {
			return fmt.Errorf("%s takes no value %q; faults %s says what it takes", f.Name, args[2], args[0])
		}
	}
	if err := f.valid(v); err != nil {
		return err
	}
	f.Do(v)
	o.Broken[args[0]] = append(o.Broken[args[0]], strings.Join(args[1:], " "))
	return nil
}

// value parses a number, a byte such as 0xFF, or a probability.
func value(s string) (float64, error) {
	if n, err := strconv.ParseUint(s, 0, 16); err == nil {
		return float64(n), nil
	}
	return strconv.ParseFloat(s, 64)
}

func mendSpot(_ context.Context, o *Console, args []string) error {
	if len(args) != 1 {
		return errors.New("name one reader or panel")
	}
	all, err := o.faultsOf(args[0])
	if err != nil {
		return err
	}
	for _, f := range all {
		f.Undo()
	}
	delete(o.Broken, args[0])
	return nil
}

func listFaults(_ context.Context, o *Console, args []string) error {
	if len(args) != 1 {
		return errors.New("name one reader or panel")
	}
	all, err := o.faultsOf(args[0])
	if err != nil {
		return err
	}
	for _, f := range all {
		fmt.Fprintf(o.Out, "  %-20s %s\n", strings.TrimSpace(f.Name+" "+f.takes), f.help)
	}
	return nil
}

// pressing is how long a button is held down.
const pressing = 100 * time.Millisecond

func pressButton(ctx context.Context, o *Console, args []string) error {
	k := o.Top.Keys[strings.Join(args, " ")]
	if k == nil {
		return fmt.Errorf("there is no button %q; there is %s", strings.Join(args, " "), strings.Join(slices.Sorted(maps.Keys(o.Top.Keys)), ", "))
	}
	k.Press()
	defer k.Release()
	return hw.Pause(ctx, pressing)
}
