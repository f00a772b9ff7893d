// Package owner is the pages for the owner of the device: settings, the rig in the making,
// the lesson that teaches cards, and faces of cards.
package owner
