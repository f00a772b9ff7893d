package doctor

import (
	"path"
	"slices"
	"strings"
)

// config returns the lines of config.txt, with included files in place.
func (m host) config(file string) [][]string { return m.included(file, mostIncluded) }

// mostIncluded is how deeply files may include each other.
const mostIncluded = 8

func (m host) included(file string, most int) (rows [][]string) {
	for _, row := range m.rows(file, "\n") {
		words := strings.Fields(row[0])
		switch {
		case len(words) != 2 || words[0] != "include":
			rows = append(rows, row)
		case most > 0:
			rows = append(rows, m.included(path.Join(path.Dir(file), words[1]), most-1)...)
		}
	}
	return rows
}

// effective returns the lines of config.txt that apply to a computer, with each parameter on a line
// of its own. Filters of one kind replace each other, those of several kinds must all be met, and
// [all] ends them. A filter that cannot be evaluated here, such as for a monitor or a pin, counts
// as not met. open reports whether lines added at the end apply.
func (m host) effective(rows [][]string, model string) (lines []string, open bool) {
	unmet := map[string]bool{}
	for _, row := range rows {
		line := strings.ReplaceAll(row[0], " ", "")
		if name, ok := strings.CutPrefix(line, "["); ok {
			name = strings.ToLower(strings.TrimSuffix(name, "]"))
			if name == "all" {
				clear(unmet)
			} else if kind, met := m.condition(name, model); met {
				delete(unmet, kind)
			} else {
				unmet[kind] = true
			}
			continue
		}
		if len(unmet) == 0 {
			lines = append(lines, parameters(line)...)
		}
	}
	return lines, len(unmet) == 0
}

// condition returns the kind of a filter, and whether it is met.
func (m host) condition(name, model string) (kind string, met bool) {
	kind, value, _ := strings.Cut(name, "=")
	switch {
	case strings.HasPrefix(name, "0x"):
		rows := m.rows("proc/device-tree/serial-number", "\x00")
		return "serial", len(rows) > 0 && strings.TrimLeft(rows[0][0], "0") == strings.TrimLeft(name[len("0x"):], "0")
	case strings.HasPrefix(name, "hdmi:"):
		return "hdmi", true // it only selects the port that the lines are about
	case kind == "edid", kind == "board-type", name == "tryboot":
		return kind, false
	case strings.HasPrefix(kind, "gpio") && value != "":
		return "gpio", false
	}
	return "model", model == "" || slices.Contains(filters(model), name)
}

// parameters splits "dtparam=spi,i2c=on".
func parameters(line string) (lines []string) {
	list, ok := strings.CutPrefix(line, "dtparam=")
	if !ok {
		return []string{line}
	}
	for p := range strings.SplitSeq(list, ",") {
		name, value, said := strings.Cut(p, "=")
		if name == "i2c" || name == "i2c1" {
			name = "i2c_arm"
		}
		if !said || slices.Contains([]string{"on", "true", "yes", "1"}, value) {
			value = "on"
		}
		lines = append(lines, "dtparam="+name+"="+value)
	}
	return lines
}

// filters returns the sections that apply to a model, by the beginning of its name; the longest
// match counts.
func filters(model string) []string {
	of, most := []string(nil), ""
	for name, sections := range map[string][]string{
		"Raspberry Pi Zero": {"pi0"}, "Raspberry Pi Zero W": {"pi0", "pi0w"}, "Raspberry Pi Zero 2": {"pi0", "pi0w", "pi02"},
		"Raspberry Pi Model": {"pi1"}, "Raspberry Pi Compute Module": {"pi1"}, "Raspberry Pi 2": {"pi2"},
		"Raspberry Pi 3": {"pi3"}, "Raspberry Pi Compute Module 3": {"pi3"}, "Raspberry Pi 3 Model B Plus": {"pi3", "pi3+"}, "Raspberry Pi 3 Model A Plus": {"pi3", "pi3+"},
		"Raspberry Pi 4": {"pi4"}, "Raspberry Pi 400": {"pi4", "pi400"}, "Raspberry Pi Compute Module 4": {"pi4", "cm4"}, "Raspberry Pi Compute Module 4S": {"pi4", "cm4s"},
		"Raspberry Pi 5": {"pi5"}, "Raspberry Pi 500": {"pi5", "pi500"}, "Raspberry Pi Compute Module 5": {"pi5", "cm5"},
	} {
		if strings.HasPrefix(model, name) && len(name) > len(most) {
			of, most = sections, name
		}
	}
	return of
}

// isPi5 reports whether the pins of a model are on an RP1.
func isPi5(model string) bool { return slices.Contains(filters(model), "pi5") }

// hasLine reports whether one of the lines that apply says what is needed. For a parameter the last
// line counts.
func hasLine(lines []string, needed string) bool {
	if name, ok := strings.CutSuffix(needed, "=on"); ok && strings.HasPrefix(name, "dtparam=") {
		last := ""
		for _, l := range lines {
			if strings.HasPrefix(l, name+"=") {
				last = l
			}
		}
		return last == needed
	}
	return slices.ContainsFunc(lines, func(l string) bool { return configured(l, needed) })
}
