package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// A form is one of a page, with what it sends if nobody touches it. Buttons are
// its named buttons, as name=value; a form without any has one without a name.
type form struct {
	action  string
	values  url.Values
	buttons []string
	text    string
}

var (
	formTag   = regexp.MustCompile(`(?s)<form[^>]* action="([^"]*)"[^>]*>(.*?)</form>`)
	inputTag  = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)">`)
	numberTag = regexp.MustCompile(`<input(?: id="[^"]*")? name="([^"]*)" type="number"[^>]* value="([^"]*)"`)
	selectTag = regexp.MustCompile(`(?s)<select [^>]*name="([^"]*)">(.*?)</select>`)
	optionTag = regexp.MustCompile(`<option value="([^"]*)"`)
	buttonTag = regexp.MustCompile(`<button(?: class="[^"]*")?(?: id="[^"]*")? name="([^"]*)" value="([^"]*)"`)
	anyTag    = regexp.MustCompile(`<[^>]*>`)
)

// forms reads the forms of a part of a page.
func forms(page string) (all []form) {
	for _, m := range formTag.FindAllStringSubmatch(page, -1) {
		f := form{action: html.UnescapeString(m[1]), values: url.Values{}, text: strings.Join(strings.Fields(html.UnescapeString(anyTag.ReplaceAllString(m[2], " "))), " ")}
		for _, tag := range []*regexp.Regexp{inputTag, numberTag} {
			for _, in := range tag.FindAllStringSubmatch(m[2], -1) {
				f.values.Add(html.UnescapeString(in[1]), html.UnescapeString(in[2]))
			}
		}
		for _, list := range selectTag.FindAllStringSubmatch(m[2], -1) {
			if first := optionTag.FindStringSubmatch(list[2]); first != nil {
				f.values.Add(list[1], html.UnescapeString(first[1]))
			}
		}
		for _, b := range buttonTag.FindAllStringSubmatch(m[2], -1) {
			f.buttons = append(f.buttons, b[1]+"="+b[2])
		}
		all = append(all, f)
	}
	return all
}

// part is what stands in a changing part of a page.
func part(page, name string) string {
	_, rest, _ := strings.Cut(page, `<div id="part-`+name+`"`)
	rest, _, _ = strings.Cut(rest, `<div id="part-`)
	return rest
}

// between is what stands in a page between two texts.
func between(page, from, to string) string {
	_, rest, _ := strings.Cut(page, from)
	rest, _, _ = strings.Cut(rest, to)
	return rest
}

// submit sends a form as a browser without a script does and follows to the page.
func (b *browser) submit(f form, button string) (page string) {
	b.t.Helper()
	values := url.Values{}
	for name, list := range f.values {
		values[name] = slices.Clone(list)
	}
	if name, value, ok := strings.Cut(button, "="); ok {
		values.Add(name, value)
	}
	status, text, header := b.do(b.request(http.MethodPost, f.action, values))
	if status != http.StatusSeeOther {
		b.t.Fatalf("%s with %v: %d\n%s", f.action, values, status, text)
	}
	_, page = b.get(header.Get("Location"))
	return page
}

// german makes a browser ask for German.
func (b *browser) german() *browser {
	b.t.Helper()
	if status, _, _ := b.do(b.request(http.MethodPost, "/lang", url.Values{"lang": {"de"}, "back": {"/"}})); status != http.StatusSeeOther {
		b.t.Fatalf("language: %d", status)
	}
	return b
}
