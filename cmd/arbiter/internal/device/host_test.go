package device

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"periph.io/x/conn/v3/driver"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// closing stands in for periph's driver when a second name leads to a GPIO chip: it closes
// descriptor 0, which the next file opened would get.
type closing struct{ driver.Impl }

func (closing) String() string      { return throughKernel }
func (closing) Init() (bool, error) { return true, syscall.Close(0) }

// TestStandardInputStays does what periph does to descriptor 0, in a process of its own: standard
// input is read before and after that, and nothing else becomes descriptor 0.
func TestStandardInputStays(t *testing.T) {
	const kept, lost = "kept", "lost"
	if as := os.Getenv("ARBITER_STDIN"); as != "" {
		if as == kept {
			if err := KeepStdin(); err != nil {
				fmt.Println(err)
			}
		}
		in := bufio.NewScanner(os.Stdin)
		in.Buffer(make([]byte, 2), 2) // so that it reads line by line
		in.Scan()
		fmt.Print(in.Text())
		chip := filepath.Join(os.Getenv("ARBITER_DIR"), "gpiochip9")
		if err := os.WriteFile(chip, nil, 0o600); err != nil {
			fmt.Println(err)
		}
		late := lateDriver{Impl: closing{}, files: chip}
		if as == kept {
			late.again()
		} else {
			_, _ = late.Init()
		}
		f, err := os.Open(chip)
		if err != nil {
			fmt.Println(err)
		}
		in.Scan()
		fmt.Println(in.Text(), f.Fd() == 0)
		os.Exit(0)
	}
	run := func(as string) string {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestStandardInputStays$") // #nosec G204 G702 -- this test itself
		cmd.Env = append(os.Environ(), "ARBITER_STDIN="+as, "ARBITER_DIR="+t.TempDir())
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			_, _ = io.WriteString(in, "1\n2\n")
			_ = in.Close()
		}()
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if got := run(kept); got != "12 false" {
		t.Errorf("it reads %q, want both lines, and that nothing else is descriptor 0", got)
	}
	if got := run(lost); got != "1 true" {
		t.Errorf("control: without it %q, want that the second line is lost, and descriptor 0 is another file", got)
	}
}

// A GPIO line that was busy is requested again at the next try. All we can see of a line without a
// chip is the error of its first request: the next one must give the same error.
func TestABusyPinIsAskedForAgain(t *testing.T) {
	bare := &gpioioctl.GPIOLine{}
	first, second := bare.Out(gpio.High), bare.Out(gpio.High)
	if first == nil || second == nil || first.Error() == second.Error() {
		t.Fatalf("control: periph itself says %v, then %v; want that it does not ask for the line again", first, second)
	}
	pin := kernelLine{&gpioioctl.GPIOLine{}}
	first, second = pin.Out(gpio.High), pin.Out(gpio.High)
	if first == nil || second == nil || first.Error() != second.Error() || !strings.Contains(second.Error(), "line_request") {
		t.Errorf("it says %v, then %v; want that it asks for the line each time", first, second)
	}
}

// Lines are let go, also under another name; other pins stay as they are.
func TestPinsLetGo(t *testing.T) {
	bare := &gpioioctl.GPIOLine{}
	for _, p := range []gpio.PinIO{bare, alias{bare}} {
		if _, ok := realPin(p).(kernelLine); !ok {
			t.Errorf("a %T is used as a %T", p, realPin(p))
		}
	}
	if got := realPin(gpio.INVALID); got != gpio.INVALID {
		t.Errorf("another pin is used as a %T", got)
	}
	if got := realPin(nil); got != nil {
		t.Errorf("no pin is used as a %T", got)
	}
}

// alias is another name of a line, as periph has them.
type alias struct{ *gpioioctl.GPIOLine }

func (a alias) Real() gpio.PinIO { return a.GPIOLine }

// periph passes on what the system said as text; this finds the errno in it again.
func TestErrnoIsFoundInText(t *testing.T) {
	err := withErrno(fmt.Errorf("line_request ioctl: %w", errors.New(syscall.EBUSY.Error())))
	if !errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EIO) {
		t.Errorf("%v is not EBUSY alone", err)
	}
	if err := withErrno(errors.New("sysfs-spi: invalid bus 7")); errors.As(err, new(syscall.Errno)) {
		t.Errorf("%v does not come from the system", err)
	}
	busy := kernelLine{&gpioioctl.GPIOLine{}}.settle(errors.New("line_request ioctl: " + syscall.EBUSY.Error()))
	if taken := (*TakenPin)(nil); !errors.As(busy, &taken) || !errors.Is(busy, syscall.EBUSY) {
		t.Errorf("%v does not say that the pin is taken", busy)
	}
}

// counting is a driver that finds whatever is there when it is started.
type counting struct {
	driver.Impl
	started *int
}

func (counting) String() string { return "sysfs-spi" }
func (c counting) Init() (bool, error) {
	*c.started++
	return true, nil
}

// A driver is restarted when a file can be opened that it was not started with, and only then,
// however often somebody asks.
func TestALateDriverIsStartedAgain(t *testing.T) {
	dir, started := t.TempDir(), 0
	d := lateDriver{Impl: counting{started: &started}, files: filepath.Join(dir, "gpiochip*"), more: true}
	asked := func(what string, want int) {
		t.Helper()
		for range 3 {
			d.again()
		}
		if started != want {
			t.Errorf("%s: started %d times, want %d", what, started, want)
		}
	}
	asked("nothing is there", 0)
	if err := os.Symlink("later", filepath.Join(dir, "gpiochip0")); err != nil {
		t.Fatal(err)
	}
	asked("it cannot be opened", 0)
	if err := os.WriteFile(filepath.Join(dir, "later"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	asked("it can be opened", 1)
	if err := os.Symlink("later", filepath.Join(dir, "gpiochip4")); err != nil {
		t.Fatal(err)
	}
	asked("it has a second name", 1)
	if err := os.WriteFile(filepath.Join(dir, "gpiochip5"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	asked("another one is there", 2)
}

// A driver that periph skipped counts as loaded once it has been started, and is not started again.
func TestASkippedDriverIsLoadedLater(t *testing.T) {
	if _, err := (Host{}).Drivers(); err != nil {
		t.Fatal(err)
	}
	file, started := filepath.Join(t.TempDir(), "spidev0.0"), 0
	d := counting{started: &started}
	periph.Lock()
	state, late := periph.state, periph.late
	periph.state = &driverreg.State{Skipped: []driverreg.DriverFailure{{D: d}}}
	periph.late = []*lateDriver{{Impl: d, files: file}}
	periph.Unlock()
	defer func() {
		periph.Lock()
		defer periph.Unlock()
		periph.state, periph.late = state, late
	}()
	lookAgain()
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		lookAgain()
	}
	now, err := Host{}.Drivers()
	if err != nil || started != 1 || len(now.Loaded) != 1 || len(now.Skipped) != 0 {
		t.Errorf("started %d times; loaded %v, skipped %v, %v", started, now.Loaded, now.Skipped, err)
	}
}

// If a port cannot be opened, the error has what the system said about its file.
func TestPortErrorsSayWhy(t *testing.T) {
	if _, err := (Host{}).Port("SPI96.0"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("a port that is not there: %v", err)
	}
	if _, err := (Host{}).Bus("I2C96"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("a bus that is not there: %v", err)
	}
	dir := t.TempDir()
	if err := noPin("GPIO25", filepath.Join(dir, "gpiochip*")); err.Error() != "this device has no pin GPIO25" {
		t.Error(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "gpiochip0")); err != nil {
		t.Fatal(err)
	}
	if err := noPin("GPIO25", filepath.Join(dir, "gpiochip*")); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("a chip that cannot be opened: %v", err)
	}
}
