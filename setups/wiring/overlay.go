package wiring

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"arbiter/setups"
)

// reservedPins are never used as chip selects: GPIO0 and GPIO1 belong to HATs, and those of I2C
// have pull-ups. lastPins are used last, since they may carry a console.
var (
	reservedPins = []string{"GPIO0", "GPIO1", "GPIO2", "GPIO3"}
	lastPins     = []string{"GPIO14", "GPIO15"}
)

// selectPins returns the pin of each chip select, by port: first the usual pins, then the lowest
// ones that nothing else uses, in the order of the ports.
func selectPins(rig setups.Rig) map[string]string {
	n := NeedsOf(rig)
	taken := map[string]bool{}
	for _, pin := range slices.Concat(n.Pins, reservedPins) {
		taken[pin] = true
	}
	pins := map[string]string{}
	var more []string
	for _, port := range n.Ports {
		bus, number, _ := strings.Cut(port, ".")
		usual := spiPins[bus]
		for _, pin := range []string{usual.sck, usual.mosi, usual.miso} {
			taken[pin] = true
		}
		if ce, err := strconv.Atoi(number); err == nil && ce < len(usual.selects) {
			pins[port] = usual.selects[ce]
			taken[usual.selects[ce]] = true
		} else if err == nil {
			more = append(more, port)
		}
	}
	first := slices.DeleteFunc(slices.SortedFunc(maps.Keys(header), byNumber), func(pin string) bool { return slices.Contains(lastPins, pin) })
	free := slices.DeleteFunc(slices.Concat(first, lastPins), func(pin string) bool { return taken[pin] })
	slices.SortFunc(more, byNumber)
	for i, port := range more {
		if i < len(free) {
			pins[port] = free[i]
		}
	}
	return pins
}

// byNumber compares GPIOs, or ports of a bus, by the number at their end.
func byNumber(a, b string) int { return ending(a) - ending(b) }

func ending(s string) int {
	n, err := strconv.Atoi(s[strings.LastIndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })+1:])
	if err != nil {
		return 0
	}
	return n
}

// OverlayName returns the name of the overlay for a bus.
func OverlayName(bus string) string { return "arbiter-" + strings.ToLower(bus) }

// OverlayCommand returns the command that compiles the overlay of a rig to where the Raspberry Pi
// looks for it.
func OverlayCommand(rig setups.Rig, bus string) string {
	return fmt.Sprintf("arbiter wiring --overlay %s | sudo dtc -@ -I dts -O dtb -o /boot/firmware/overlays/%s.dtbo -", rig.Name, OverlayName(bus))
}

// Overlay returns the source of a device tree overlay that gives the bus in need of one all chip
// selects that a rig names, in the manner of spi0-2cs of Raspberry Pi OS. The Raspberry Pi 5 reads
// it too: its pin driver takes brcm,pins and brcm,function as the older ones do (pinctrl-rp1 of
// Raspberry Pi's kernel). This has not been confirmed on one yet.
func Overlay(rig setups.Rig) (string, error) {
	if _, err := Draw(rig, english.say); err != nil {
		return "", err
	}
	bus := NeedsOf(rig).Own
	if bus == "" {
		return "", fmt.Errorf("rig %s needs no overlay of its own", rig.Name)
	}
	pins := selectPins(rig)
	var ports []string
	for _, port := range NeedsOf(rig).Ports {
		if strings.HasPrefix(port, bus+".") {
			ports = append(ports, port)
		}
	}
	slices.SortFunc(ports, byNumber)
	lower := strings.ToLower(bus)
	var numbers, gpios, devices []string
	for _, port := range ports {
		if pins[port] == "" {
			return "", fmt.Errorf("rig %s leaves no pin for the chip select of %s; use a decoder (see the rigs with [[mux]])", rig.Name, port)
		}
		ce, pin := ending(port), ending(pins[port])
		numbers = append(numbers, fmt.Sprint(pin))
		gpios = append(gpios, fmt.Sprintf("<&gpio %d 1>", pin))
		if ce >= standardSelects[bus] { // the others are in the standard device tree
			devices = append(devices, fmt.Sprintf("\t\t\tspidev@%d {\n\t\t\t\tcompatible = \"spidev\";\n\t\t\t\treg = <%d>;\n\t\t\t\tspi-max-frequency = <125000000>;\n\t\t\t};\n", ce, ce))
		}
	}
	return fmt.Sprintf(overlaySource, rig.Name, lower, strings.Join(numbers, " "), lower, strings.Join(gpios, ", "), strings.Join(devices, "\n")), nil
}

// overlaySource is a format for the rig, the bus, its pins, the bus again, its chip selects and
// their devices.
const overlaySource = `/* Made by: arbiter wiring --overlay %s */
/dts-v1/;
/plugin/;

/ {
	compatible = "brcm,bcm2835";

	fragment@0 {
		target = <&%s_cs_pins>;
		__overlay__ {
			brcm,pins = <%s>;
			brcm,function = <1>; /* output */
		};
	};

	fragment@1 {
		target = <&%s>;
		__overlay__ {
			#address-cells = <1>;
			#size-cells = <0>;
			cs-gpios = %s;
			status = "okay";

%s		};
	};
};
`
