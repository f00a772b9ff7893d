// Package content puts what a viewer may know of the table into words for the templates: prompts,
// the menu of commands, lines of the log, accounts, notices. It works from a Snapshot alone.
package content
