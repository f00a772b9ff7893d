package ssd168x_test

import (
	"context"
	"fmt"
	"image"
	"time"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/ink"
	"arbiter/display/ssd168x"
)

// Example runs the driver of a 2.9" panel on the emulated controller. It takes as long as a real
// panel, so go test only compiles it.
func Example() {
	chip := emu.NewSSD168x(emu.Models()[3], emu.Opts{Full: 20 * time.Millisecond, Partial: 5 * time.Millisecond})
	model, err := ssd168x.Find("2.9v2")
	if err != nil {
		panic(err)
	}
	pins := ink.Pins{DC: chip.DC(), Reset: chip.Reset(), Busy: chip.Busy()}
	panel, err := ssd168x.New(chip.Port(4096), pins, ssd168x.Opts{Model: model})
	if err != nil {
		panic(err)
	}
	picture := display.NewBitmap(panel.Bounds().Max)
	for x := range 3 {
		picture.Fill(image.Rect(100*x, 10, 100*x+90, 110), true)
		if err := panel.Show(context.Background(), picture, display.Partial); err != nil {
			panic(err)
		}
	}
	fmt.Println(chip.Updates(display.Full), "full,", chip.Updates(display.Partial), "partial; the glass is the picture:", chip.Glass().Equal(picture))
	// 1 full, 2 partial; the glass is the picture: true
}
