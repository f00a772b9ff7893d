// Package display draws what a screen may show of a game, engine.View, as a
// one-bit picture for e-ink, and brings pictures to panels.
//
// A Painter lays the picture out for any size from 128x32 pixels up; Render is
// the same for a single picture. A Scheduler hands pictures to a Panel at the
// pace that e-ink bears, and nobody ever waits for it. Panels are sub-packages.
//
// It is not a driver, and it knows no rules: it draws every track a game has,
// and texts as the caller says them.
package display
