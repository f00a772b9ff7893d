package chromium

import (
	"context"
	"fmt"
	"slices"

	"github.com/chromedp/chromedp"
)

// A Heard is something on a page as a screen reader finds it.
type Heard struct {
	Role, Name, Description string
	Live                    string   // of the live region that it is in: "polite" or "assertive"
	Region                  bool     // it is the live region itself
	Under                   []string // the names of what it is in, outermost first
}

// Tree returns everything that a screen reader finds on the page, in reading order.
func (p *Page) Tree() []Heard {
	p.Helper()
	var tree struct {
		Nodes []axNode `json:"nodes"`
	}
	p.Do("read the page", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Accessibility.getFullAXTree", nil, &tree)
	}))
	nodes := map[string]axNode{}
	for _, n := range tree.Nodes {
		nodes[n.ID] = n
	}
	var all []Heard
	if len(tree.Nodes) > 0 {
		walk(nodes, tree.Nodes[0], Heard{}, func(h Heard) { all = append(all, h) })
	}
	return all
}

// An axNode is a node of the browser's accessibility tree.
type axNode struct {
	ID          string     `json:"nodeId"`
	Ignored     bool       `json:"ignored"`
	Role        axValue    `json:"role"`
	Name        axValue    `json:"name"`
	Description axValue    `json:"description"`
	Properties  []property `json:"properties"`
	Children    []string   `json:"childIds"`
}

type property struct {
	Name  string  `json:"name"`
	Value axValue `json:"value"`
}

type axValue struct {
	Value any `json:"value"`
}

func (v axValue) String() string {
	if v.Value == nil {
		return ""
	}
	return fmt.Sprint(v.Value)
}

// walk calls tell for a node and all nodes below it; in describes what it is in.
func walk(nodes map[string]axNode, n axNode, in Heard, tell func(Heard)) {
	h := Heard{Role: n.Role.String(), Name: n.Name.String(), Description: n.Description.String(), Live: in.Live, Under: in.Under}
	for _, x := range n.Properties {
		if x.Name == "live" {
			h.Live, h.Region = x.Value.String(), true
		}
	}
	if !n.Ignored {
		tell(h)
		if h.Name != "" {
			h.Under = append(slices.Clone(h.Under), h.Name)
		}
	}
	for _, id := range n.Children {
		walk(nodes, nodes[id], h, tell)
	}
}
