package doctor

import (
	"slices"
	"strings"
)

// effective are the lines of config.txt that hold for a model, with its parameters each
// on a line of its own. A section such as [pi4] holds for what it names, [all] for all; of
// other conditions nothing is known here, and they count as not met.
func effective(rows [][]string, model string) (lines []string) {
	holds, known := true, filters(model)
	for _, row := range rows {
		line := strings.ReplaceAll(row[0], " ", "")
		if name, ok := strings.CutPrefix(line, "["); ok {
			name = strings.ToLower(strings.TrimSuffix(name, "]"))
			holds = name == "all" || model == "" || slices.Contains(known, name)
			continue
		}
		if holds {
			lines = append(lines, parameters(line)...)
		}
	}
	return lines
}

// parameters takes "dtparam=spi,i2c=on" apart.
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

// filters are the sections that hold for a model, by the beginning of its name; the
// longest of these counts.
func filters(model string) []string {
	of, most := []string(nil), ""
	for name, sections := range map[string][]string{
		"Raspberry Pi Zero": {"pi0"}, "Raspberry Pi Zero W": {"pi0", "pi0w"}, "Raspberry Pi Zero 2": {"pi0", "pi02"},
		"Raspberry Pi Model": {"pi1"}, "Raspberry Pi 2": {"pi2"},
		"Raspberry Pi 3": {"pi3"}, "Raspberry Pi 3 Model B Plus": {"pi3", "pi3+"}, "Raspberry Pi 3 Model A Plus": {"pi3", "pi3+"},
		"Raspberry Pi 4": {"pi4"}, "Raspberry Pi 400": {"pi4", "pi400"}, "Raspberry Pi Compute Module 4": {"pi4", "cm4"},
		"Raspberry Pi 5": {"pi5"}, "Raspberry Pi 500": {"pi5", "pi500"}, "Raspberry Pi Compute Module 5": {"pi5", "cm5"},
	} {
		if strings.HasPrefix(model, name) && len(name) > len(most) {
			of, most = sections, name
		}
	}
	return of
}

// isPi5 tells whether the pins of a model hang on an RP1.
func isPi5(model string) bool { return slices.Contains(filters(model), "pi5") }

// hasLine tells whether one of the lines that hold says what is needed. Of a parameter the
// last line counts.
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
