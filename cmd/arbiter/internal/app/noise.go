package app

import "arbiter/companion/web"

var _ web.Noisy = (*VirtualCards)(nil)

// gone is the noise at which readers do not answer at all.
const gone = 100

// Disturb makes virtual readers miss this percentage of reads.
func (c *VirtualCards) Disturb(percent int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.noise = percent
	for i, r := range c.Readers {
		r.Repair()
		r.Noise(uint64(i), float64(percent)/gone)
		if percent == gone {
			r.Fail(nil)
		}
	}
}

// Disturbed returns what Disturb set last.
func (c *VirtualCards) Disturbed() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.noise
}
