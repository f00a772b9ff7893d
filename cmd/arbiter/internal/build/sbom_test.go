package build

import (
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBillOf(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{
		GoVersion: "go1.26.0",
		Main:      debug.Module{Path: "arbiter", Version: "v1.2.3"},
		Deps: []*debug.Module{
			{Path: "rsc.io/qr", Version: "v0.2.0"},
			{Path: "example.org/old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/new", Version: "v1.0.1"}},
		},
	}
	var bsd license // of Go and of rsc.io/qr, as worded in their LICENSE files
	bsd.License.ID = "BSD-3-Clause"
	want := bill{
		Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata: about{component{Type: "application", Name: "arbiter", Version: "v1.2.3"}},
		Components: []component{
			{Type: "library", Name: "example.org/new", Version: "v1.0.1", URL: "pkg:golang/example.org/new@v1.0.1"},
			{Type: "framework", Name: "go", Version: "go1.26.0", Licenses: []license{bsd}},
			{Type: "library", Name: "rsc.io/qr", Version: "v0.2.0", URL: "pkg:golang/rsc.io/qr@v0.2.0", Licenses: []license{bsd}},
		},
	}
	if diff := cmp.Diff(want, billOf(info)); diff != "" {
		t.Error(diff)
	}
}
