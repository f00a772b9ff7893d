// Package crashtest finds out what a power cut could leave of a program's files. Watch runs the
// program under strace, its Trace is what the program asked of the disk, and Try lays out, for
// moments of the run, disks as a cut at that moment could leave them; the caller opens each and
// judges it.
//
// A cut keeps what was synced, and anything of what was not: each sector of 512 bytes separately,
// with any of its contents since; any of the lengths that a file had since; and each change of a
// folder separately. Where a file is longer than what reached the disk, there are zeros or garbage.
// A name is safe once its folder was synced and not before, which is less than ext4 promises, where
// syncing a new file keeps its name, too. Files mapped for writing (SQLite's -shm) do not survive a
// cut.
//
// What the program says outside of its files (to its output, to the network) is in the trace as
// well, so for each disk it is known what was promised before.
//
// The package knows nothing of games or databases, and is for tests only. It does not model disks
// that lie about a sync, nor sectors that go bad.
package crashtest
