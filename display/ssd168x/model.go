package ssd168x

import (
	"fmt"
	"image"
	"strings"

	"arbiter/display"
)

// A Model is a panel according to its data sheet.
type Model struct {
	name    string
	sources int          // pixels of a row of the glass
	gates   int          // rows
	lying   display.Turn // turn from the picture, as people see it, to the rows of the glass
	output  byte         // 0x21, second byte: which sources of the controller drive the glass
	own     bool         // our waveform is used, because the chip has none for partial updates, or not a good one
	scan    byte         // 0x01, third byte: the order in which the glass is wired to the gates
	upward  bool         // the last row of the memory is the top one of the glass
	pixels  bool         // columns of the memory are counted in pixels, not in bytes
	booster []byte       // 0x0C, if the chip's default does not suit the glass
	border  byte         // 0x3C of a full update
	sleep   byte         // 0x10
	red     bool         // the ink has a third color, and every update is a full one
}

// models is the table of panels. Sizes, sources and the order of rows come from the data sheets of
// the glass (GDEH0154D67, GDEY0213Z98, GDEY0213B74, GDEY0266Z90, GDEY027T91, GDEM029T94, GDEM029C90,
// GDEY042T81, GDEY042Z98, GDEQ0426T82). To be confirmed on the panels: lying, upward, and where own
// is needed. The 4.2" with red is the one with an SSD1683; boards of the same name with a UC8276
// hold BUSY high at rest.
var models = [...]Model{
	{name: "1.54", sources: 200, gates: 200, border: follows, sleep: keepsRAM},                                                              // SSD1681
	{name: "2.13bv4", sources: 122, gates: 250, lying: display.Right, output: eighth, border: follows, sleep: keepsRAM, red: true},          // SSD1680
	{name: "2.13v3", sources: 122, gates: 250, lying: display.Right, output: eighth, own: true, border: follows, sleep: keepsRAM},           // SSD1680
	{name: "2.13v4", sources: 122, gates: 250, lying: display.Right, output: eighth, border: follows, sleep: keepsRAM},                      // SSD1680
	{name: "2.66b", sources: 152, gates: 296, lying: display.Right, output: eighth, border: follows, sleep: keepsRAM, red: true},            // SSD1680
	{name: "2.7v2", sources: 176, gates: 264, lying: display.Right, border: follows, sleep: keepsRAM},                                       // SSD1680
	{name: "2.9bv4", sources: 128, gates: 296, lying: display.Right, output: eighth, border: follows, sleep: keepsRAM, red: true},           // SSD1680
	{name: "2.9v2", sources: 128, gates: 296, lying: display.Right, output: eighth, own: true, border: follows, sleep: keepsRAM},            // SSD1680
	{name: "4.2bv2", sources: 400, gates: 300, border: follows, sleep: keepsRAM, red: true},                                                 // SSD1683
	{name: "4.2v2", sources: 400, gates: 300, border: follows, sleep: keepsRAM},                                                             // SSD1683
	{name: "4.26", sources: 800, gates: 480, scan: interlaced, upward: true, pixels: true, booster: strong, border: white, sleep: dropsRAM}, // SSD1677
}

// eighth is for glass at the sources S8 to S167 of an SSD1680 (data sheet,
// command 0x21, B[7]).
const eighth = 0x80

// Values of the table.
const (
	follows    = 0x05 // the border follows the waveform for white
	white      = 0x01 // the same, as the maker of the 4.26" panel has it
	interlaced = 0x02 // gates are wired on alternate sides
	keepsRAM   = 0x01
	dropsRAM   = 0x03 // the only sleep of an SSD1677
)

// strong are the phases of the booster that the maker of the 4.26" panel gives.
var strong = []byte{0xAE, 0xC7, 0xC3, 0xC0, 0x80}

// rows returns the first and the last row of the memory in the order of the picture.
func (m Model) rows() (first, last int) {
	if m.upward {
		return m.gates - 1, 0
	}
	return 0, m.gates - 1
}

// entry returns the order in which the memory is filled.
func (m Model) entry() byte {
	if m.upward {
		return rightAndUp
	}
	return rightAndDown
}

// columns returns the window that spans all columns.
func (m Model) columns() []byte {
	if m.pixels {
		return []byte{0, 0, byte(m.sources - 1), byte((m.sources - 1) >> 8)}
	}
	return []byte{0, byte((m.sources - 1) / 8)}
}

// leftmost returns the address of the first column.
func (m Model) leftmost() []byte {
	if m.pixels {
		return []byte{0, 0}
	}
	return []byte{0}
}

// Find returns the model with a name such as "2.9v2".
func Find(name string) (Model, error) {
	var names []string
	for _, m := range models {
		if m.name == name {
			return m, nil
		}
		names = append(names, m.name)
	}
	return Model{}, fmt.Errorf("no panel %q is known; there are %s", name, strings.Join(names, ", "))
}

// Models lists all panels, from small to large.
func Models() []Model { return append([]Model(nil), models[:]...) }

// Red reports whether the panel has a third color.
func (m Model) Red() bool { return m.red }

// String returns the name of the model.
func (m Model) String() string { return m.name }

// Size returns the size of the pictures, as people see them.
func (m Model) Size() image.Point {
	if m.lying == display.Upright {
		return image.Pt(m.sources, m.gates)
	}
	return image.Pt(m.gates, m.sources)
}

// Our own waveform: pixels that change are driven straight to their new color, all others are left
// alone (SSD1680 data sheet, 6.7). It has one group with one phase. How long the phase must be
// depends on the ink and on its temperature: to be confirmed on the panels.
const (
	waveformBytes  = 153
	groups         = 12   // in a row; there are five rows
	toWhite        = 0x80 // VSL in phase A
	toBlack        = 0x40 // VSH1 in phase A
	phaseFrames    = 15
	phaseRepeats   = 1    // besides the first time
	frameRate      = 0x22 // 50 Hz, two groups to a byte
	frameRateBytes = 6
)

// waveform returns the data of command 0x32: the voltages for black to black, black to white, white
// to black, white to white and the common electrode, the lengths of the phases (A, B, their
// repeats, C, D, their repeats, repeats of the group), the frame rates, and the gates' voltages.
func waveform() []byte {
	w := make([]byte, waveformBytes)
	w[1*groups] = toWhite
	w[2*groups] = toBlack
	times := w[5*groups:]
	times[0], times[6] = phaseFrames, phaseRepeats
	rates := w[(5+7)*groups:]
	for i := range frameRateBytes {
		rates[i] = frameRate
	}
	return w
}
