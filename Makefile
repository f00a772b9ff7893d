# make quick      a minute: before every commit
# make test       ten minutes: everything that must hold before a change is taken
# make long       an hour: what needs many games, kills, polls or other processors.
#                 Its parts run singly, too: make long-laws. ARBITER_SEED=7 plays
#                 with other seeds, ARBITER_TIMES=10 ten times as many.
# make measure    what it takes: memory, sizes, times, bytes written; on a disk (TMPDIR)
# make pictures   pictures of all states of the pages, in PICTURES or a fresh folder, and
#                 those of the README in .github/pictures; ONLY=readme makes these alone
# make package    packages, tried in a fresh Debian (as root)
# make deb        packages for Debian and Raspberry Pi OS, in .deb/
# make release    tarballs of these packages, sums, and what changed, in .deb/
# make image      a container image of the package for ARCH, named IMAGE
#
# Each suite runs to its end, and a table says which are red. What a test does in
# which tier, it says itself: engine/enginetest/tier. Go must be installed; the rest
# is installed before the first test, on Debian and its relatives: .ci/install.

GO ?= go
export GO

# A compiled package does not say in which folder the clone stands, so a second clone
# finds it in the cache.
export GOFLAGS := $(filter-out -trimpath,$(shell $(GO) env GOFLAGS)) -trimpath

# The budget of make test, where a machine has nothing else to do: BUDGET=15m.
REPORT = $(GO) run ./cmd/report -make '$(MAKE)' $(if $(BUDGET),-budget $(BUDGET))
KEPT   = .ci/long.md

quick:
	@$(REPORT) -slow 10s format vet short

test: tools
	@$(REPORT) -slow 1m -silence 10m -old $(KEPT) -jobs 2 unit race format vet staticcheck

# Parts of long; longest first.
TESTED = program crash laws referees screens pages readers soak
LONG   = program crash laws referees screens pages kernel readers soak fuzz package arm gosec

long: tools arm-tools
	@$(REPORT) -keep $(KEPT) -jobs 2 $(LONG)

$(LONG:%=long-%): long-%: tools
	@$(REPORT) -keep $(KEPT) $*

.PHONY: quick test long $(LONG:%=long-%) tools arm-tools machine-tools format vet staticcheck short \
	unit race $(LONG) pictures measure deb release image

# Suites. JSON is for cmd/report; which packages each tests, .ci/suite says.

short unit race $(TESTED):
	@.ci/suite $@ $(JSON)

format:
	@list=$$(gofmt -l .); [ -z "$$list" ] || { echo "gofmt -w these:"; echo "$$list"; exit 1; }

vet:
	$(GO) vet ./...

# Beside what it looks for by itself: a doc comment begins with the name that it documents.
staticcheck:
	.ci/tools/staticcheck -checks inherit,ST1020,ST1021,ST1022 ./...

gosec:
	.ci/gosec

# A number of executions, not a time: a run that is ended by its clock can fail so.
# Making each new line as short as it can be would take most of the time.
EXECUTIONS ?= 1000000
fuzz:
	@bad=; for t in $$(grep -roE --include='*_test.go' '^func Fuzz\w+' . | tr ' ' : | sort); do \
		$(GO) test -run '^$$' -fuzz "^$${t##*:}\$$" -fuzzminimizetime 10x \
			-fuzztime $(EXECUTIONS)x "$${t%/*}" || bad="$$bad $${t##*:}"; \
	done; [ -z "$$bad" ] || { echo "fuzz:$$bad"; exit 1; }

# The ARM programs under qemu: ARMS="arm64 armhf" for all tests of both.
arm: arm-tools
	.ci/arm $(ARMS)

package: arm-tools
	.ci/package .deb

# A machine with Debian's own kernel, and one for ARM; as root. MACHINE=DIR keeps them, and takes
# those that are there.
kernel: machine-tools
	.ci/kernel "$(MACHINE)" $(JSON)

deb: arm-tools
	setups/debian/build .deb

release:
	setups/debian/tarballs .deb

ARCH    ?= amd64
IMAGE   ?= arbiter
BUILDER ?= docker
image:
	$(BUILDER) build --build-arg ARCH=$(ARCH) -f setups/container/Containerfile -t '$(IMAGE)' .deb

pictures: tools
	@dir=$(if $(PICTURES),'$(abspath $(PICTURES))',$$(mktemp -d -t arbiter-pictures-XXXXXX)); \
	PICTURES="$$dir" ONLY='$(ONLY)' $(GO) test -count=1 -timeout 1h \
		-run 'TestPictures$$|TestMovingPicture$$' ./companion/web ./cmd/arbiter && \
	cp "$$dir"/readme/*.webp .github/pictures && echo "$$dir/index.html"

measure: MEASURED = $(or $(TMPDIR),/tmp)/arbiter-measured
measure:
	$(GO) build -ldflags '-s -w' -o $(MEASURED) ./cmd/arbiter
	$(GO) test -count=1 -timeout 30m -run 'TestMeasure$$|TestMeasureBroker$$|TestMeasureRoutes$$' \
		-v ./cmd/arbiter -measure $(MEASURED)
	$(GO) test -count=1 -run '^$$' -bench ArrivedToCommitted -benchtime 2000x ./cmd/arbiter
	$(GO) test -count=1 -run '^$$' -bench 'Step|Session|Playout' ./engine/...
	$(GO) test -count=1 -run '^$$' -bench MixedTable -benchtime 30x ./hw/spimux
	$(GO) test -count=1 -run TestPagesAreLight -bench CommandToPages -v ./companion/web
	$(GO) test -count=1 -run '^$$' -bench Frames -benchtime 40x ./companion/web
	rm $(MEASURED)

tools:
	@.ci/install tests

arm-tools:
	@.ci/install arm

machine-tools:
	@.ci/install machine
