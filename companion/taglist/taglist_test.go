package taglist

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/hw"
)

func cards(t testing.TB) Cards {
	t.Helper()
	german := func(text engine.Text) string { return strings.ReplaceAll(text.String(), "discover", "Entdecken") }
	c, err := CardsOf([]string{"council-of-shadows", "high-council", "casting-shadows"}, engine.Text.String, german)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var now = time.Date(2026, 11, 27, 20, 15, 0, 0, time.UTC)

// told returns what a list would add to nothing: cards by the numbers of their tags.
func told(t *testing.T, c Cards, files ...File) (map[string]string, []Fault) {
	t.Helper()
	rows, faults := Read(files, "")
	p := c.Compare(nil, rows, now)
	all := map[string]string{}
	for _, change := range p.Tags() {
		all[change.UID] = key(change.Words)
	}
	if faults = append(faults, p.Faults...); len(faults) > 0 {
		return nil, faults
	}
	return all, nil
}

// A list of ours reads back unchanged from both of its forms.
func TestListsComeBack(t *testing.T) {
	c := cards(t)
	tags := []history.Tag{
		{UID: "04A2241B5C6D80", Words: []string{"purple", "discover"}, Origin: history.FromReader, At: now},
		{UID: "04A2241B5C6D81", Words: []string{"ai-07"}, Origin: "=phone, \"old\".csv"},
		{UID: "DEADBEEF", Words: []string{"day-03"}},
	}
	for name, write := range map[string]func(Cards, *bytes.Buffer) error{
		"tags.csv":  func(c Cards, b *bytes.Buffer) error { return c.CSV(b, tags) },
		"tags.json": func(c Cards, b *bytes.Buffer) error { return c.JSON(b, tags) },
	} {
		var b bytes.Buffer
		if err := write(c, &b); err != nil {
			t.Fatal(err)
		}
		rows, faults := Read([]File{{name, b.Bytes()}}, "")
		if len(faults) > 0 {
			t.Fatalf("%s: %v", name, faults)
		}
		if p := c.Compare(tags, rows, now); p.Known != 3 || len(p.Changes)+len(p.Faults) > 0 {
			t.Errorf("%s: what is known would change: %+v", name, p)
		}
		p := c.Compare(nil, rows, now)
		if got := p.Tags()[0]; len(p.Changes) != 3 || got.Origin != history.FromReader || !got.At.Equal(now) || key(got.Words) != "purple discover" {
			t.Errorf("%s: %+v", name, p.Tags())
		}
		if text := b.String(); !strings.Contains(text, "council-of-shadows") || name == "tags.csv" && strings.Contains(text, ",=") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// A card is found by its words and by what each language calls it; a name that may mean several
// cards is refused, naming two of them.
func TestCardsAreFound(t *testing.T) {
	c := cards(t)
	for name, want := range map[string]string{"purple discover": "purple discover", " Purple_Discover": "purple discover", "PURPLE: Entdecken": "purple discover", "AI 07": "ai-07", "ai-07": "ai-07"} {
		if found := c.Find(name); len(found) != 1 || key(found[0].Words) != want {
			t.Errorf("%q is %v", name, found)
		}
	}
	_, faults := told(t, c, File{"x.csv", []byte("04A2241B5C6D80,discover\n")})
	if len(faults) != 1 || !strings.Contains(faults[0].Error(), "x.csv, line 1: “discover” may be several cards, such as purple discover and red discover") {
		t.Errorf("%v", faults)
	}
}

// Contradictions are reported, and accepted only if the list is believed.
func TestContradictions(t *testing.T) {
	c := cards(t)
	known := []history.Tag{{UID: "04000000000001", Words: []string{"ai-01"}}, {UID: "04000000000002", Words: []string{"ai-02"}}}
	rows, _ := Read([]File{{"a.csv", []byte("uid,card\n04000000000001,ai-03\n04000000000009,ai-02\n")}}, "")
	p := c.Compare(known, rows, now)
	var all []string
	for _, x := range p.Changes {
		all = append(all, fmt.Sprintf("%s:%s>%s", x.UID[12:], key(x.Was), key(x.Is)))
	}
	if got, want := strings.Join(all, " "), "01:ai-01>ai-03 09:>ai-02 02:ai-02>"; got != want || !p.Contradicts() {
		t.Errorf("%s, want %s", got, want)
	}
	for text, why := range map[string]string{
		"04000000000001,ai-03\n04000000000001,ai-04\n": "line 2: the tag 04000000000001 is another card above, in line 1",
		"04000000000003,ai-05\n04000000000004,ai-05\n": "line 2: ai-05 has another tag above, in line 1",
		"04000000000003,\n":                            "which card it is on is not said",
		"08112233,ai-05\n":                             "make up another one each time",
		"4.00112E+12,ai-05\n04000000000003,ai-05\n":    "a spreadsheet has made",
		"uid,card\n4000000000003,ai-05\n":              "line 2: “4000000000003” has an odd number of digits",
		"uid,card\n0400000003,ai-05\n":                 "has 5 bytes",
		"a,b,c\n1,2,3\n":                               "no column is called uid",
	} {
		if _, faults := told(t, c, File{"x.csv", []byte(text)}); len(faults) == 0 || !strings.Contains(faults[0].Error(), why) {
			t.Errorf("%q: %v, want %q", text, faults, why)
		}
	}
}

// In files of single tags the card is the name of the file, or the one given; a known tag needs
// neither.
func TestFilesOfSingleTags(t *testing.T) {
	c := cards(t)
	flipper := "Filetype: Flipper NFC device\nVersion: 4\n# a tag\nDevice type: NTAG/Ultralight\nUID: 04 A7 8B 62 C2 1B 90\nATQA: 00 44\nSAK: 00\nNTAG/Ultralight type: NTAG213\nPages total: 45\nPage 0: 04 A7 8B A0\nPage 1: 62 C2 1B 90\n"
	f := FileOf(`C:\..\ai-07.nfc`, []byte(flipper))
	if got, faults := told(t, c, f); got["04A78B62C21B90"] != "ai-07" {
		t.Fatalf("%v %v", got, faults)
	}
	rows, _ := Read([]File{f}, "ai-08")
	if p := c.Compare(nil, rows, now); len(p.Changes) != 1 || key(p.Changes[0].Is) != "ai-08" || p.Changes[0].Chip != "NTAG213" {
		t.Errorf("%+v", p)
	}
	f.Name = "My tag.nfc"
	if _, faults := told(t, c, f); len(faults) != 1 || !strings.Contains(faults[0].Error(), "My tag.nfc, line 5: the tag 04A78B62C21B90 is unknown, and no card is called “My tag”") {
		t.Errorf("%v", faults)
	}
	rows, _ = Read([]File{f}, "")
	if p := c.Compare([]history.Tag{{UID: "04A78B62C21B90", Words: []string{"ai-01"}}}, rows, now); p.Known != 1 || len(p.Faults)+len(p.Changes) > 0 {
		t.Errorf("a known tag: %+v", p)
	}
	for from, to := range map[string]string{"Flipper NFC device": "Flipper RFID key", "Version: 4": "Version: 9", "NTAG/Ultralight\n": "ISO15693-3\n", "UID: 04 A7": "UID: 04 A6", "UID: ": "UIDs ", "ATQA: 00 44": "UID: 00 44"} {
		if _, faults := told(t, c, File{"ai-07.nfc", []byte(strings.Replace(flipper, from, to, 1))}); len(faults) != 1 {
			t.Errorf("%q for %q: %v", to, from, faults)
		}
	}
}

// A maker makes files in the usual formats, with numbers of its own.
type maker struct {
	*rand.Rand
	all []Card
	was map[string]bool
}

func (m maker) uid(n int) []byte {
	b := make([]byte, n)
	for {
		for i := range b {
			b[i] = byte(m.IntN(256))
		}
		if b[0] = 0x04; n == 4 {
			b[0] = 0x5a
		}
		if id := string(b); !m.was[id] {
			m.was[id] = true
			return b
		}
	}
}

// file makes the nth file and says what is in it.
func (m maker) file(n int) (File, map[string]string) {
	card := key(m.all[m.IntN(len(m.all))].Words)
	one := func(kind string, uid, text []byte) (File, map[string]string) {
		return File{strings.ReplaceAll(card, " ", "_") + kind, text}, map[string]string{strings.ToUpper(hex.EncodeToString(uid)): card}
	}
	spaced := func(b []byte) string { return fmt.Sprintf("% X", b) }
	pages := func(u []byte, size int) []byte {
		b := make([]byte, size)
		copy(b, u[:3])
		copy(b[4:], u[3:])
		b[3], b[8] = 0x88^u[0]^u[1]^u[2], u[3]^u[4]^u[5]^u[6]
		return b
	}
	blocks := func(u []byte) []byte {
		b := make([]byte, 1024)
		copy(b, u)
		if b[4] = u[0] ^ u[1] ^ u[2] ^ u[3]; len(u) == 7 {
			copy(b, append(slices.Clone(u), 0x88, 0x44))
		}
		return b
	}
	switch kind := n % 12; kind {
	case 0, 1, 2, 3, 4: // lists
		said, rows, tags := map[string]string{}, []string{}, []history.Tag(nil)
		for _, i := range m.Perm(len(m.all))[:3+m.IntN(40)] {
			u := m.uid(7)
			words := m.all[i].Words
			if said[strings.ToUpper(hex.EncodeToString(u))] = key(words); slices.Contains(slices.Collect(maps.Values(said)), "") {
				continue
			}
			tags = append(tags, history.Tag{UID: strings.ToUpper(hex.EncodeToString(u)), Words: words, At: now, Origin: history.FromReader})
			rows = append(rows, strings.Join([]string{[]string{strings.ReplaceAll(spaced(u), " ", ":"), hex.EncodeToString(u), "0x" + hex.EncodeToString(u)}[n%3], key(words)}, []string{",", ";", "\t"}[n/12%3]))
		}
		var b bytes.Buffer
		switch kind {
		case 0:
			_ = Cards{List: m.all}.CSV(&b, tags)
			return File{"tags.csv", b.Bytes()}, said
		case 1:
			_ = Cards{List: m.all}.JSON(&b, tags)
			return File{"tags.json", b.Bytes()}, said
		case 2:
			return File{"phone.csv", []byte(strings.Join(rows, "\r\n") + "\r\n")}, said
		case 3:
			sep := []string{",", ";", "\t"}[n/12%3]
			return File{"phone.csv", []byte("\ufeffSerial number" + sep + "Name\n" + strings.Join(rows, "\n") + "\n")}, said
		}
		b.Write([]byte{0xff, 0xfe})
		for _, u := range utf16.Encode([]rune(strings.Join(rows, "\r\n"))) {
			b.Write([]byte{byte(u), byte(u >> 8)})
		}
		return File{"sheet.txt", b.Bytes()}, said
	case 5:
		u := m.uid(7)
		p := pages(u, 16)
		return one(".nfc", u, []byte(fmt.Sprintf("Filetype: Flipper NFC device\nVersion: %d\nDevice type: NTAG%d\nUID: %s\nATQA: 00 44\nSAK: 00\nPage 0: %s\nPage 1: %s\nPage 2: %s\n", 2+n%3, 213+n%4, spaced(u), spaced(p[:4]), spaced(p[4:8]), spaced(p[8:12]))))
	case 6:
		u := m.uid(4)
		return one(".nfc", u, []byte(fmt.Sprintf("Filetype: Flipper NFC device\nVersion: 4\nDevice type: Mifare Classic\nUID: %s\nATQA: 00 04\nSAK: 08\nMifare Classic type: 1K\nBlock 0: %s\nBlock 1: ?? ??\n", spaced(u), spaced(blocks(u)[:16]))))
	case 7:
		u := m.uid(7)
		p := pages(u, 16)
		return one(".json", u, []byte(fmt.Sprintf("{\n  \"Created\": \"proxmark3\",\n  \"FileType\": \"mfu\",\n  \"Card\": {\n    \"UID\": \"%X\",\n    \"Version\": \"0004040201000F03\"\n  },\n  \"blocks\": {\n    \"0\": \"%X\",\n    \"1\": \"%X\"\n  }\n}\n", u, p[:4], p[4:8])))
	case 8:
		u := m.uid(7)
		return one(".bin", u, append(make([]byte, []int{0, 48, 56}[n/12%3]), pages(u, []int{180, 540, 924, 64}[n/12%4])...))
	case 9:
		u := m.uid([]int{4, 7}[n/12%2])
		return one(".mfd", u, blocks(u))
	case 10:
		u := m.uid(7)
		var b strings.Builder
		for p := range slices.Chunk(pages(u, 180), 4) {
			fmt.Fprintf(&b, "%x\n", p)
		}
		return one(".eml", u, []byte(b.String()))
	}
	u := m.uid(4)
	var b strings.Builder
	for i, block := range slices.Collect(slices.Chunk(blocks(u), 16)) {
		if i%4 == 0 {
			fmt.Fprintf(&b, "+Sector: %d\n", i/4)
		}
		fmt.Fprintf(&b, "%X\n", block)
	}
	return one(".mct", u, []byte(b.String()))
}

// broken breaks a file in one of ten ways.
func (m maker) broken(f File, way int) File {
	b := slices.Clone(f.Text)
	lines := bytes.SplitAfter(b, []byte("\n"))
	i, at := m.IntN(len(lines)), m.IntN(len(b))
	digit := bytes.IndexAny(b, "0123456789ABCDEFabcdef")
	switch way {
	case 0:
		b = b[:len(b)/2]
	case 1:
		b[at] ^= 1 << m.IntN(8)
	case 2:
		b = bytes.Join(slices.Delete(lines, i, i+1), nil)
	case 3:
		b = bytes.Join(slices.Insert(lines, i, lines[i]), nil)
	case 4:
		b = slices.Delete(b, max(digit, 0), max(digit, 0)+1)
	case 5:
		b = slices.Insert(b, at, 0xfe, 0x00)
	case 6:
		b = slices.Insert(b, at, '"')
	case 7:
		b = nil
	case 8:
		b = append(b, "\n{\"and\": \"more\"}\n"...)
	case 9:
		m.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		b = bytes.Join(lines, nil)
	}
	return File{f.Name, b}
}

// A hundred files in the usual formats are read as they are meant. Each is then broken in ten ways:
// the result is a refusal that names file, line and what to do, or a list in which no line was
// skipped.
func TestHundredFiles(t *testing.T) {
	c := cards(t)
	m := maker{rand.New(rand.NewPCG(47, 6)), slices.DeleteFunc(slices.Clone(c.List), func(x Card) bool { return len(c.Find(key(x.Words))) != 1 }), map[string]bool{}}
	refused := 0
	for n := range 100 {
		f, want := m.file(n)
		if got, faults := told(t, c, f); !maps.Equal(got, want) {
			t.Fatalf("%d %s is not taken as it is meant: %v\n%v\n%v\n%.400q", n, f.Name, faults, got, want, f.Text)
		}
		for way := range 10 {
			bad := m.broken(f, way)
			got, faults := told(t, c, bad)
			for _, x := range faults {
				if x.File != f.Name || x.Line < 0 || x.Line > 1+bytes.Count(bad.Text, []byte("\n")) || !strings.Contains(x.Why.String(), ":") && !strings.Contains(x.Why.String(), ",") && !strings.Contains(x.Why.String(), "missing") {
					t.Errorf("%d %s, broken by %d: %v", n, f.Name, way, x)
				}
			}
			if refused += min(len(faults), 1); len(faults) > 0 {
				continue
			}
			if text, plain := textOf(bad.Text); strings.HasPrefix(f.Name, "phone") && plain {
				there := map[string]bool{}
				for line := range strings.Lines(text) {
					if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "Serial") {
						there[line] = true
					}
				}
				if len(got) != len(there) {
					t.Errorf("%d, broken by %d: %d lines became %d tags\n%s", n, way, len(there), len(got), text)
				}
			}
		}
	}
	if refused < 500 {
		t.Errorf("only %d of 1000 broken files are refused", refused)
	}
	t.Logf("%d of 1000 broken files are refused", refused)
}

// The control: a reader that skips lines that it does not understand loses tags.
func TestHundredFilesControl(t *testing.T) {
	_, faults := told(t, cards(t), File{"x.csv", []byte("04000000000001,ai-01\nrubbish\n04000000000002,ai-02\n")})
	if len(faults) != 1 || faults[0].Line != 2 {
		t.Errorf("a line that says nothing: %v", faults)
	}
}

// Numbers of cards in the browser are not the owner's.
func TestCardsOfTheBrowser(t *testing.T) {
	c := cards(t)
	uid := hw.VirtualUID([]string{"ai-07"}).String()
	if _, faults := told(t, c, File{"x.csv", []byte(uid + ",ai-07\n")}); len(faults) != 1 {
		t.Errorf("%v", faults)
	}
	if got := Real([]history.Tag{{UID: uid, Words: []string{"ai-07"}}, {UID: "04", Words: []string{"ai-07"}}}); len(got) != 1 || got[0].UID != "04" {
		t.Errorf("%v", got)
	}
}
