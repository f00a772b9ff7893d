// Package owner has the pages of the device's owner: settings, the rig in the making, lessons that
// teach cards, and faces of cards.
package owner
