// Package site is what all pages share: who asks and what they may do, the templates and
// static files, how requests are checked, carried out once and refused, event streams, and
// what the device gives to the pages (Opts).
package site
