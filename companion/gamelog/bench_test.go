package gamelog

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/engine"
)

// BenchmarkAppend writes one entry at a time, each a transaction on the disk, alternating with the
// least that anything durable costs on the same disk: a line of 200 bytes and a sync. The rate is
// how many entries we write while that writes one line. What SQLite writes back now and then is
// included in the bytes and the mean.
func BenchmarkAppend(b *testing.B) {
	path := file(b)
	db := opened(b, path)
	g := created(b, db, "g1")
	bare, err := os.Create(path + ".lines")
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	line := append(bytes.Repeat([]byte("x"), 199), '\n')
	e := engine.Entry{By: "red", Command: Put{"red", 7, ""}, Events: played(2)[1].Events}
	var ours, least []time.Duration
	bytes := 0
	for i := range b.N {
		e.Seq = i + 1
		before, begin := writtenBytes(b), time.Now()
		if err := g.Append(e); err != nil {
			b.Fatal(err)
		}
		ours = append(ours, time.Since(begin))
		bytes += writtenBytes(b) - before
		begin = time.Now()
		if _, err := bare.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := bare.Sync(); err != nil {
			b.Fatal(err)
		}
		least = append(least, time.Since(begin))
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "B/entry")
	for name, share := range map[string]float64{"p50": 0.5, "p99": 0.99} {
		b.ReportMetric(micros(ours, share), name+"-us")
		b.ReportMetric(micros(least, share), name+"-us-bare")
		b.ReportMetric(micros(least, share)/micros(ours, share), name+"-rate")
	}
	b.ReportMetric(mean(least)/mean(ours), "mean-rate")
}

func micros(times []time.Duration, share float64) float64 {
	slices.Sort(times)
	return float64(times[int(share*float64(len(times)-1))].Nanoseconds()) / 1000
}

func mean(times []time.Duration) float64 {
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	return float64(sum)
}

// writtenBytes is how much this process has written so far, as Linux counts it.
func writtenBytes(t testing.TB) int { return processBytes(t, "wchar: ") }

// processBytes returns a number of /proc/self/io, see proc(5).
func processBytes(t testing.TB, line string) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(text), line)
	number, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// BenchmarkEntries reads and checks a typical game of 250 entries.
func BenchmarkEntries(b *testing.B) {
	db := opened(b, file(b))
	appendAll(b, created(b, db, "g1"), played(250))
	b.ResetTimer()
	for range b.N {
		if _, list, err := db.Entries("g1", rules); err != nil || len(list) != 250 {
			b.Fatal(len(list), err)
		}
	}
}

// BenchmarkOpen opens a file of a hundred games, checks included.
func BenchmarkOpen(b *testing.B) {
	path := library(b, 100, 2).path
	for b.Loop() {
		db, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
