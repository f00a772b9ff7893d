// Package crashtest tells what a power cut could leave of the files of a program.
// Watch lets the program run under strace, its Trace is what the program asked of
// the disk, and Try lays out, for moments of the run, disks as a cut at that moment
// could leave them; the caller opens each again and judges it.
//
// A cut keeps what was synced, and anything of what was not: each sector of 512
// bytes by itself, in any of the texts that it had since; with any of the lengths
// that its file had; and each change of a folder by itself. Where a file is longer
// than what came to the disk, there are zeros or rubbish. A name is safe once its
// folder was synced and not before, which is less than ext4 promises, where the
// sync of a new file keeps its name, too. Files that are mapped to be written (the
// -shm of SQLite) do not live through a cut.
//
// What the program said outside of its files (to its output, to the network) is in
// the trace as well, so that for each disk it is known what was promised before.
//
// The package knows nothing of games or databases, and is for tests alone. It
// does not see disks that lie about a sync, nor sectors that go bad by themselves.
package crashtest
