package taglist

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"arbiter/hw"
)

// A File is a file that somebody brings.
type File struct {
	Name string // without folders
	Text []byte
}

// FileOf returns a file whose name may have folders, of any system, which are left out.
func FileOf(name string, text []byte) File {
	return File{path.Base(strings.ReplaceAll(name, `\`, "/")), text}
}

// Read reads files of tags. card is the card of a file with a single tag; if it is "", the name of
// the file says it. All faults are returned, but only the first ones of each file.
func Read(files []File, card string) (rows []Row, faults []Fault) {
	for _, f := range files {
		some, err := f.read()
		for i := range some {
			if single := some[i].Card == "" && some[i].Chip != ""; single && card != "" {
				some[i].Card = card
			} else if single {
				some[i].Card = strings.TrimSuffix(f.Name, path.Ext(f.Name))
				some[i].byName = true
			}
		}
		if rows = append(rows, some...); err == nil && len(rows) > MostTags {
			err = fault(Place{f.Name, 0}, "more than %d tags are no list of a box: take a part of it", MostTags)
		}
		faults = append(faults, faultsOf(err)...)
	}
	if len(faults) > 0 {
		return nil, faults[:min(len(faults), mostFaults)]
	}
	return rows, nil
}

// faultsOf returns the faults joined in an error.
func faultsOf(err error) (all []Fault) {
	if list, several := err.(interface{ Unwrap() []error }); several {
		for _, e := range list.Unwrap() {
			all = append(all, faultsOf(e)...)
		}
	} else if f := (Fault{}); errors.As(err, &f) {
		all = append(all, f)
	}
	return all
}

func (f File) at(line int) Place { return Place{f.Name, line} }

// read finds out what kind of file it is.
func (f File) read() ([]Row, error) {
	text, plain := textOf(f.Text)
	switch begin := strings.TrimSpace(text); {
	case len(f.Text) > MostBytes:
		return nil, fault(f.at(0), "it is larger than %d KiB: no list of tags is", MostBytes>>10)
	case len(f.Text) == 0 || plain && begin == "":
		return nil, fault(f.at(0), "it is empty: export the list anew")
	case !plain:
		return f.memory(f.Text)
	case strings.HasPrefix(begin, "Filetype:"):
		return f.flipper(text)
	case begin[0] == '{' || begin[0] == '[':
		return f.json(text)
	case mctBegins(begin):
		return f.mct(text)
	}
	if memory, is := hexLines(text); is {
		return f.memory(memory)
	}
	return f.table(text)
}

// textOf returns a file as text, without a byte order mark; plain is false if it is none.
func textOf(b []byte) (text string, plain bool) {
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}) && len(b)%2 == 0: // as spreadsheets save "Unicode text"
		units := make([]uint16, 0, len(b)/2)
		for i := 2; i < len(b); i += 2 {
			units = append(units, uint16(b[i])|uint16(b[i+1])<<8)
		}
		return string(utf16.Decode(units)), true
	case !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0:
		return "", false
	}
	return strings.TrimPrefix(string(b), "\ufeff"), true
}

// what names the accepted formats, in the words of people who have such files.
const what = "taken are lists of tags as CSV or JSON, a phone's two columns, and files of single tags by Flipper, Proxmark3 (.json, .bin, .eml) and MIFARE Classic Tool (.mct)"

// uidOf reads a number as people and programs write it.
func uidOf(at Place, cell string) (hw.UID, error) {
	digits := strings.Trim(strings.TrimSpace(cell), `="'`) // a spreadsheet keeps digits as ="04..."
	digits = strings.TrimPrefix(strings.TrimPrefix(digits, "0x"), "0X")
	digits = strings.NewReplacer(":", "", " ", "", "-", "", ".", "", "\u00a0", "").Replace(digits)
	b, err := hex.DecodeString(digits)
	switch u, bad := hw.NewUID(b); {
	case digits == "":
		return hw.UID{}, fault(at, "the tag's number is missing")
	case strings.ContainsAny(cell, "+,") || len(strings.Trim(digits, "0123456789")) == 1 && strings.ContainsAny(digits, "eE") && len(digits) < 8:
		return hw.UID{}, fault(at, "a spreadsheet has made “%s” of the tag's number: import that column as text", cell)
	case errors.Is(err, hex.ErrLength):
		return hw.UID{}, fault(at, "“%s” has an odd number of digits: a spreadsheet may have dropped a zero at the front", cell)
	case err != nil:
		return hw.UID{}, fault(at, "“%s” is no number of a tag, such as 04A2241B5C6D80", cell)
	case bad != nil:
		return hw.UID{}, fault(at, "“%s” has %d bytes, and a tag's number has 4, 7 or 10", cell, len(b))
	default:
		return u, nil
	}
}

// flipper reads a .nfc file of the Flipper Zero: lines of a key, a colon and a value.
func (f File) flipper(text string) ([]Row, error) {
	lines, values := map[string]int{}, map[string]string{}
	n := 0
	for raw := range strings.Lines(text) {
		n++
		line := strings.TrimSpace(raw)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fault(f.at(n), "“%s” is no line of a Flipper file, which has a name, a colon and a value", short(line))
		}
		if name = strings.TrimSpace(name); lines[name] != 0 {
			return nil, fault(f.at(n), "%s is there twice, first in line %d: save the tag anew", name, lines[name])
		}
		lines[name], values[name] = n, strings.TrimSpace(value)
	}
	device := values["Device type"]
	switch kind := values["Filetype"]; {
	case kind != "Flipper NFC device":
		return nil, fault(f.at(lines["Filetype"]), "“%s” is no NFC tag: save the tag from the Flipper's menu NFC", short(kind))
	case !slices.Contains([]string{"1", "2", "3", "4"}, values["Version"]):
		return nil, fault(f.at(lines["Version"]), "version “%s” of Flipper files is not known, only 1 to 4", short(values["Version"]))
	case device == "":
		return nil, fault(f.at(lines["Device type"]), "the file does not say what kind of tag it is: save the tag anew")
	case slices.Contains([]string{"ISO14443-3B", "ISO14443-4B", "ISO15693-3", "FeliCa", "SLIX", "ST25TB"}, device):
		return nil, fault(f.at(lines["Device type"]), "a tag of the kind %s is read by no reader here: use an NTAG213 or another tag of ISO 14443-A", device)
	case lines["UID"] == 0:
		return nil, fault(f.at(0), "the line UID is missing: save the tag anew")
	}
	u, err := uidOf(f.at(lines["UID"]), values["UID"])
	if err != nil {
		return nil, err
	}
	for _, begin := range []string{"Page 0", "Block 0"} {
		memory := values[begin] + values["Page 1"] + values["Page 2"]
		if err := f.agrees(lines[begin], u, memory); values[begin] != "" && err != nil {
			return nil, err
		}
	}
	for _, exact := range []string{"NTAG/Ultralight type", "Mifare Classic type"} {
		if kind := values[exact]; kind != "" {
			device = strings.TrimPrefix(device, "NTAG/Ultralight") + " " + kind
		}
	}
	return []Row{{Place: f.at(lines["UID"]), UID: u, Chip: strings.TrimSpace(short(device))}}, nil
}

// agrees compares a number with the beginning of the memory, in hexadecimal digits, which holds it.
func (f File) agrees(line int, u hw.UID, memory string) error {
	b, err := hex.DecodeString(strings.ReplaceAll(memory, " ", ""))
	if err != nil || len(b) < 4 {
		return nil // "??" stands for what was not read
	}
	in := func(at ...int) bool {
		for i, j := range at {
			if j >= len(b) || b[j] != u.Bytes()[i] {
				return false
			}
		}
		return true
	}
	if len(u.Bytes()) == 4 && in(0, 1, 2, 3) || len(u.Bytes()) == 7 && (in(0, 1, 2, 4, 5, 6, 7) || in(0, 1, 2, 3, 4, 5, 6)) || len(u.Bytes()) == 10 {
		return nil
	}
	return fault(f.at(line), "the memory of the tag holds another number than %s: save the tag anew", u.String())
}

// json reads a list of ours, or a dump by the Proxmark3.
func (f File) json(text string) ([]Row, error) {
	var x struct {
		Format   string            `json:"format"`
		Version  int               `json:"version"`
		Tags     []json.RawMessage `json:"tags"`
		FileType string            `json:"FileType"`
		Card     struct {
			UID  string `json:"UID"`
			ATQA string `json:"ATQA"`
		} `json:"Card"`
		Blocks map[string]string `json:"blocks"`
	}
	var wrong *json.SyntaxError
	var kind *json.UnmarshalTypeError
	d := json.NewDecoder(strings.NewReader(text))
	err := d.Decode(&x)
	if err == nil && strings.TrimSpace(text[d.InputOffset():]) != "" {
		return nil, fault(f.at(lineAt(text, d.InputOffset()+1)), "something stands behind the end of the list: remove it")
	}
	switch {
	case errors.As(err, &wrong):
		return nil, fault(f.at(lineAt(text, wrong.Offset)), "this is no JSON: %s", wrong.Error())
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fault(f.at(lineAt(text, int64(len(text)))), "the file ends in the middle: export it anew")
	case errors.As(err, &kind):
		return nil, fault(f.at(lineAt(text, kind.Offset)), "%s is a %s, which cannot be: export it anew", kind.Field, kind.Value)
	case err != nil:
		return nil, fault(f.at(1), "this is no JSON: %s", err.Error())
	case x.Format == jsonFormat && x.Version != 1:
		return nil, fault(f.at(1), "version %d of this list is newer than this program, which knows 1: update the program", x.Version)
	case x.Format == jsonFormat:
		return f.list(text, x.Tags)
	case x.FileType == "":
		return nil, fault(f.at(1), "this JSON is no list of tags: "+what)
	case !strings.HasPrefix(x.FileType, "mf") && !strings.HasPrefix(x.FileType, "14a"):
		return nil, fault(f.at(1), "a tag of the kind %s is read by no reader here: use an NTAG213 or another tag of ISO 14443-A", short(x.FileType))
	}
	at := f.at(lineAt(text, int64(strings.Index(text, `"UID"`)+1)))
	u, err := uidOf(at, x.Card.UID)
	if err == nil {
		err = f.agrees(at.Line, u, x.Blocks["0"]+x.Blocks["1"]+x.Blocks["2"])
	}
	if err != nil {
		return nil, err
	}
	return []Row{{Place: at, UID: u, Chip: short(x.FileType)}}, nil
}

// lineAt returns the line of a byte.
func lineAt(text string, offset int64) int {
	return 1 + strings.Count(text[:min(max(offset-1, 0), int64(len(text)))], "\n")
}

// list reads the tags of a list of ours.
func (f File) list(text string, tags []json.RawMessage) (rows []Row, err error) {
	var all []error
	offset := 0
	for _, raw := range tags {
		offset += max(strings.Index(text[offset:], string(raw)), 0)
		at := f.at(lineAt(text, int64(offset)+1))
		offset += len(raw)
		var x entry
		if err := json.Unmarshal(raw, &x); err != nil {
			all = append(all, fault(at, "a tag has uid, card, origin and taught, each a text in quotation marks"))
			continue
		}
		r, err := x.row(at)
		rows, all = append(rows, r), append(all, err)
	}
	return rows, errors.Join(all...)
}

// row returns the row of an entry of a list of ours.
func (x entry) row(at Place) (Row, error) {
	u, err := uidOf(at, x.UID)
	if err != nil {
		return Row{}, err
	}
	r := Row{Place: at, UID: u, Card: strings.TrimSpace(x.Card), Origin: short(x.Origin)}
	if x.Taught != "" {
		if r.At, err = time.Parse(time.RFC3339, x.Taught); err != nil {
			return Row{}, fault(at, "“%s” is no time such as 2026-11-27T20:15:00Z: write it so, or leave it empty", short(x.Taught))
		}
	}
	return r, nil
}

// columns lists what people call the columns of a table.
var columns = map[string][]string{
	"uid":    {"uid", "tag uid", "tag id", "tagid", "tag", "id", "nfc id", "nfc uid", "serial", "serial number", "serialnumber", "serial no", "seriennummer", "número de serie", "numero de serie", "identifier", "hex", "uid hex", "tag serial"},
	"card":   {"card", "words", "karte", "carta", "name", "tag name", "label", "note", "notes", "title", "content", "text", "description", "data", "record", "payload", "bezeichnung", "beschreibung", "notiz", "inhalt", "nombre", "etiqueta", "nota", "contenido", "descripción"},
	"origin": {"origin"},
	"taught": {"taught"},
}

// table reads columns that are separated by commas, semicolons or tabs.
func (f File) table(text string) ([]Row, error) {
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	if sep, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(sep, "sep=") { // for Excel
		text, first = "\n"+rest, rest
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	for _, c := range ",;\t" {
		if strings.Count(first, string(c)) > strings.Count(first, string(r.Comma)) {
			r.Comma = c
		}
	}
	var columns map[string]int
	var rows []Row
	var all []error
	for {
		cells, err := r.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			if len(rows) == 0 && len(all) == 0 {
				all = append(all, fault(f.at(0), "no tag is in it: export the list anew"))
			}
			return rows, errors.Join(all...)
		case errors.As(err, &wrong):
			return nil, errors.Join(append(all, fault(f.at(wrong.Line), "a quotation mark is out of place, so the columns cannot be told: export the list anew"))...)
		case err != nil:
			return nil, fault(f.at(0), "it cannot be read: %s", err.Error())
		case strings.TrimSpace(strings.Join(cells, "")) == "":
			continue
		}
		line, _ := r.FieldPos(0)
		at := f.at(line)
		if columns == nil {
			var headed bool
			if columns, headed, err = columnsOf(at, cells); err != nil {
				return nil, err
			}
			if headed {
				continue
			}
		}
		cell := func(name string) string {
			if i, ok := columns[name]; ok && i < len(cells) {
				return strings.TrimSpace(cells[i])
			}
			return ""
		}
		row, err := entry{UID: cell("uid"), Card: cell("card"), Origin: cell("origin"), Taught: cell("taught")}.row(at)
		rows, all = append(rows, row), append(all, err)
		if len(rows) > MostTags || len(faultsOf(errors.Join(all...))) >= mostFaults {
			return rows, errors.Join(all...)
		}
	}
}

// columnsOf finds the columns by the first line, which may be a tag already.
func columnsOf(at Place, cells []string) (found map[string]int, headed bool, err error) {
	found = map[string]int{}
	for i, c := range cells {
		if _, err := uidOf(at, c); err == nil && len(cells) == 2 {
			return map[string]int{"uid": i, "card": 1 - i}, false, nil
		}
		for name, all := range columns {
			if _, twice := found[name]; !twice && slices.Contains(all, strings.ToLower(strings.TrimSpace(c))) {
				found[name] = i
			}
		}
	}
	uid, numbered := found["uid"]
	if _, named := found["card"]; numbered && !named && len(cells) == 2 {
		found["card"] = 1 - uid
	}
	if _, named := found["card"]; !numbered && !named && len(cells) == 2 && strings.ContainsAny(cells[0], "0123456789") {
		_, err := uidOf(at, cells[0])
		return nil, false, err
	}
	if _, named := found["card"]; !numbered || !named {
		return nil, false, fault(at, "no column is called uid, or none card: "+what)
	}
	return found, true, nil
}

// mctBegins reports whether a text is of the MIFARE Classic Tool.
func mctBegins(text string) bool {
	for raw := range strings.Lines(text) {
		if line := strings.TrimSpace(raw); line != "" && !strings.HasPrefix(line, "#") {
			return strings.HasPrefix(line, "+Sector")
		}
	}
	return false
}

// mct reads a dump of the MIFARE Classic Tool: sectors with a block on each line.
func (f File) mct(text string) ([]Row, error) {
	n, sector := 0, ""
	for raw := range strings.Lines(text) {
		n++
		line := strings.TrimSpace(raw)
		if name, is := strings.CutPrefix(line, "+Sector:"); is {
			sector = strings.TrimSpace(name)
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") || sector != "0" {
			continue
		}
		block, err := hex.DecodeString(line)
		if err != nil || len(block) != 16 {
			return nil, fault(f.at(n), "the first block of sector 0 was not read, or is not 32 hexadecimal digits: read the tag anew with its keys")
		}
		return f.classic(n, block, "MIFARE Classic")
	}
	return nil, fault(f.at(0), "sector 0 is missing, and only that holds the tag's number: read the tag anew")
}

// hexLines returns the bytes of a text that has nothing but hexadecimal digits, a block or a page on
// each line, as .eml files have them.
func hexLines(text string) (memory []byte, is bool) {
	for raw := range strings.Lines(text) {
		line := strings.TrimSpace(raw)
		b, err := hex.DecodeString(line)
		if err != nil || len(b) != 4 && len(b) != 16 && len(b) != 0 {
			return nil, false
		}
		memory = append(memory, b...)
	}
	return memory, len(memory) >= 64
}

// Tags with pages of four bytes, by the size of their memory.
var pages = map[int]string{64: "Ultralight", 80: "Ultralight EV1", 164: "Ultralight EV1", 168: "NTAG203", 180: "NTAG213", 192: "Ultralight C", 540: "NTAG215", 924: "NTAG216"}

// memory reads the memory of a tag as it is, or as the Proxmark3 writes it: behind 56 bytes, and 48
// in its older files.
func (f File) memory(b []byte) ([]Row, error) {
	for _, ahead := range []int{0, 56, 48} {
		kind := pages[len(b)-ahead]
		if kind == "" || len(b) < ahead {
			continue
		}
		m := b[ahead:]
		if 0x88^m[0]^m[1]^m[2] == m[3] && m[4]^m[5]^m[6]^m[7] == m[8] {
			u, err := hw.NewUID(slices.Concat(m[:3], m[4:8]))
			return []Row{{Place: f.at(0), UID: u, Chip: kind}}, err
		}
		if ahead == 48 || pages[len(b)-56] == "" && pages[len(b)-48] == "" {
			return nil, fault(f.at(0), "the tag's number does not fit its check digits: the dump is damaged; read the tag anew")
		}
	}
	if slices.Contains([]int{320, 1024, 2048, 4096}, len(b)) {
		return f.classic(0, b[:16], "MIFARE Classic")
	}
	return nil, fault(f.at(0), "%d bytes are neither text nor the memory of a tag that is known here: "+what, len(b))
}

// classic reads the first block of a MIFARE Classic: four bytes and their check digit, or seven bytes
// with what the tag answers when it is called, which begins with 44 or 42.
func (f File) classic(line int, b []byte, kind string) ([]Row, error) {
	n := 0
	switch {
	case b[0]^b[1]^b[2]^b[3] == b[4]:
		n = 4
	case (b[8] == 0x44 || b[8] == 0x42) && b[9] == 0:
		n = 7
	}
	u, err := hw.NewUID(b[:n])
	if err != nil {
		return nil, fault(f.at(line), "the tag's number does not fit its check digits: the dump is damaged; read the tag anew")
	}
	return []Row{{Place: f.at(line), UID: u, Chip: kind}}, nil
}

// short cuts what a file says to a length that can be shown.
func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return fmt.Sprintf("%s…", string(r[:60]))
	}
	return s
}
