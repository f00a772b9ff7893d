package main

import (
	"io"

	"arbiter/cmd/arbiter/internal/boxes"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
)

type tagsCommand struct {
	List   tagsList   `cmd:"" help:"List the tags that have names: number, card, where that is from, when."`
	Export tagsExport `cmd:"" help:"Write that list as a file."`
	Import tagsImport `cmd:"" help:"Take in a list of tags."`
	Remove tagsRemove `cmd:"" help:"Forget which card a tag is on."`
}

type tagsList struct {
	datadir.Dir
	i18n.Flag
	Find string `placeholder:"TEXT" help:"Only tags whose number, card or origin contains this."`
}

// Help returns the detailed help.
func (tagsList) Help() string {
	return `Nothing is shown while a game can go on: whoever holds a phone on a card that lies face down reads its number.`
}

// Run prints the list.
func (t *tagsList) Run(out io.Writer) error { return boxes.ListTags(out, t.Dir, t.Flag, t.Find) }

type tagsExport struct {
	datadir.Dir
	i18n.Flag
	File string `arg:"" help:"The file to write; it must not be there yet. JSON if its name ends in .json, else CSV."`
}

// Run writes the file completely or not at all.
func (t *tagsExport) Run(out io.Writer) error { return boxes.ExportTags(out, t.Dir, t.File) }

type tagsImport struct {
	datadir.Dir
	i18n.Flag
	Files   []string `arg:"" name:"file" help:"Lists of tags as CSV or JSON, the two columns of a phone's NFC app, or files of single tags by Flipper, Proxmark or MIFARE Classic Tool."`
	Card    string   `placeholder:"CARD" help:"The card that a file of a single tag is about; without it, the name of the file says it."`
	Replace bool     `help:"Where the file contradicts what is known, believe the file."`
	DryRun  bool     `help:"Show what would change, and change nothing."`
}

// Help returns the detailed help.
func (tagsImport) Help() string {
	return `All files are checked before anything changes, and everything changes at one stroke. Each new name is shown behind +, each one that goes behind -. What contradicts what is known is refused unless --replace says otherwise. While arbiter serve is running, its page /tags takes in lists.`
}

// Run takes in the files.
func (t *tagsImport) Run(out io.Writer) error { return (*boxes.ImportOpts)(t).Run(out) }

type tagsRemove struct {
	datadir.Dir
	i18n.Flag
	UID string `arg:"" name:"number" help:"The number of the tag, as the list has it."`
}

// Run forgets the tag.
func (t *tagsRemove) Run(out io.Writer) error { return boxes.ForgetTag(out, t.Dir, t.Flag, t.UID) }
