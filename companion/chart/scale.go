package chart

import "arbiter/engine"

// A scale goes from one number to another in even steps.
type scale struct{ from, to, by int }

func (s scale) ticks() []int {
	var all []int
	for n := s.from; n <= s.to; n += s.by {
		all = append(all, n)
	}
	return all
}

// scaleOf returns a scale with round numbers that covers all of the charts.
func scaleOf(all ...engine.Chart) scale {
	least, most := 0, 1
	if all[0].Kind == engine.Places {
		least, most = 1, 2
	}
	for _, c := range all {
		for _, n := range extents(c) {
			least, most = min(least, n), max(most, n)
		}
	}
	if all[0].Kind == engine.Places {
		return scale{1, most, 1}
	}
	by := tickStep(most - least)
	return scale{-((-least + by - 1) / by) * by, (most + by - 1) / by * by, by}
}

// extents returns the numbers of a chart; for bars, the heights of the stacks.
func extents(c engine.Chart) []int {
	var all []int
	for i := range c.Steps {
		sum := 0
		for _, s := range c.Series {
			if i >= len(s.At) {
				continue
			}
			if sum += s.At[i]; c.Kind != engine.Bars {
				all = append(all, s.At[i])
			}
		}
		if c.Kind == engine.Bars {
			all = append(all, sum)
		}
	}
	return all
}

// tickStep returns a round number that divides span into about five.
func tickStep(span int) int {
	for by := 1; ; by *= 10 {
		for _, n := range []int{by, 2 * by, 5 * by} {
			if span <= 6*n {
				return n
			}
		}
	}
}
