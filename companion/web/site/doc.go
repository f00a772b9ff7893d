// Package site is what all pages share: rights, templates and static files, how requests are
// checked, carried out once and refused, event streams, and what the device offers to pages (Opts).
package site
