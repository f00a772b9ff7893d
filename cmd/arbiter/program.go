package main

// A program has all commands.
type program struct {
	Serve   serve          `cmd:"" default:"withargs" help:"Referee a table: readers, panels and pages for phones. This is what arbiter does without a command."`
	Demo    demoCommand    `cmd:"" help:"Play a complete game by itself, through virtual readers, with a log and a panel picture."`
	Doctor  doctorCommand  `cmd:"" help:"Examine this device: ports, readers, panel, buttons, storage, clock; say what is wrong and what to do."`
	Wiring  wiringCommand  `cmd:"" help:"Draw what a rig wires where, or list it."`
	Emu     emulate        `cmd:"" help:"Referee a table whose readers, tags, panel and buttons are emulated, faults included."`
	Script  script         `cmd:"" help:"Play scripts and compare the answers."`
	Setup   setup          `cmd:"" help:"List how the cardboard is set up, step by step."`
	Arena   arenaCommand   `cmd:"" help:"Let bots play each other many times, and tell how much stronger one is."`
	Games   gamesCommand   `cmd:"" help:"Look at the games in the log."`
	Backup  backup         `cmd:"" help:"Copy all games into one file, with what they need to go on elsewhere."`
	Restore restore        `cmd:"" help:"Put a backup in the place of the games."`
	Box     box            `cmd:"" help:"Look at what is known of the printed values, teach Arbiter your cards, share what it has learned."`
	Tags    tagsCommand    `cmd:"" help:"Look at which tag is on which card, mend that, take lists of tags in and out."`
	Hub     hubCommand     `cmd:"" help:"Belong to the hub of a club, and choose what it is told."`
	Owner   owner          `cmd:"" help:"Tell the owner's code, by which browsers become the owner's."`
	Watch   watchCommand   `cmd:"" help:"Print what a spectator of a table sees, as it happens."`
	Print   printCommand   `cmd:"" help:"Make PDF files to print: labels for tags, mats, the state of a game, a quick guide."`
	Support supportCommand `cmd:"" help:"Write a file for whoever helps you: builds, sizes, what the doctor finds; no names, no cards, no tokens."`
	Version version        `cmd:"" help:"Say which build this is."`
}
