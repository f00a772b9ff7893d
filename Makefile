# make test   everything that must hold before a change is taken
# make laws   the laws of the games over many random games; GAMES=100000 for more
#             Of the full book of Council of Shadows, FULLGAMES keep to every law
#             (lists, log, secrets, words). MANY more are played with and without
#             copies, which must agree, and MANY in place, each position looked at;
#             beside 1000 games a ledger works the rules out anew. SECRETS states
#             that differ in hidden cards alone must look the same from outside.
# make soak   games one after the other for SOAK (5m), with readers that fail and
#             phones that come and go: nothing may grow
# make measure  what it takes: memory, sizes, times, bytes written; on a disk (TMPDIR)
# make arm    the ARM programs under qemu; ARMS="arm64 armhf" for all their tests
# make package    packages, tried in a fresh Debian (as root)
# make deb    packages for Debian and Raspberry Pi OS, in .deb/
#
# Go must be installed; make needs installs the rest on Debian and its relatives.

GO          ?= go
GAMES       ?= 10000
FULLGAMES   ?= 4000
MANY        ?= 16000
SECRETS     ?= 20000
FUZZTIME    ?= 10s
SOAK        ?= 5m
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOSEC        = github.com/securego/gosec/v2/cmd/gosec@v2.25.0

# What gosec is not asked, because what it asks for is not wanted here:
# G104  errors of answers to browsers and of closing what was read: nobody is left to tell
# G115  the engine counts in small types of its own, which the laws and fuzzing drive
# G203  HTML that html/template has escaped already, and drawings of our own numbers
# G301 G302 G306  folders of games, keys and backups are for their owner alone; pictures and what people export need not be
# G304  files that the command line or the data folder names, never a request
# G404  demos, bots and emulators repeat their chance by a seed; without one math/rand/v2 cannot be foreseen; tokens and codes come from crypto/rand
# G602  indices within arrays of a length that is written beside them
GOSECLEAVES  = G104,G115,G203,G301,G302,G304,G306,G404,G602

# The targets of Council of Shadows may be fuzzed longer than the others. Making
# each new line as short as it can be would take most of the time.
COUNCILFUZZTIME ?= $(FUZZTIME)
FUZZ             = -fuzzminimizetime 10x -fuzztime

# Packages with goroutines of their own.
CONCURRENT   = ./cmd/... ./companion/... ./hw/... ./display/...

.PHONY: test needs axe format vet staticcheck gosec tests unit race laws fuzz soak measure arm package deb
ifndef BESIDE
.NOTPARALLEL:
endif

# What leaves a processor idle for long goes on side by side. The laws need nothing but
# time, and are given what others leave.
test: needs axe format vet staticcheck gosec
	$(MAKE) BESIDE=yes -j2 tests laws LOW='nice -n 19'

tests:
	$(MAKE) unit
	$(MAKE) race
	$(MAKE) BESIDE=yes -j3 fuzz soak arm

# What judges how accessible the pages are: tests alone load it, from a folder
# outside of this one.
AXE   = axe-core@4.14.1
TOOLS = $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/arbiter-tests

# A C compiler for SQLite; a browser, npm, the sqlite3 program, strace and nfc-list for tests.
# Where the package has another name than the program, it stands behind a colon.
PROGRAMS = gcc chromium npm sqlite3 strace nfc-list:libnfc-bin certutil:libnss3-tools

# What makes and runs programs for ARM, and what checks packages.
arm package deb: PROGRAMS = gcc file lintian debootstrap aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu \
	arm-linux-gnueabihf-gcc:gcc-arm-linux-gnueabihf qemu-aarch64-static:qemu-user-static

# Tests keep their files in memory where there is enough: when others keep a disk busy,
# people at a table wait for seconds, and tests would not.
MEMORY := $(shell d=/dev/shm; [ "$$(df -k --output=avail $$d 2>/dev/null | tail -1)" -gt 4000000 ] 2>/dev/null && \
	cp /bin/true $$d/arbiter-try && $$d/arbiter-try && echo $$d; rm -f $$d/arbiter-try)
ifneq ($(MEMORY),)
unit race laws soak: export GOTMPDIR := $(or $(TMPDIR),/tmp)
unit race laws soak: export TMPDIR := $(MEMORY)
endif

# Collecting garbage more seldom saves them time, and there is memory enough. The soak
# measures memory, and keeps to what people have.
unit race laws: export GOGC = 400

needs:
	@command -v $(GO) >/dev/null || { echo "make: there is no $(GO); install Go as its own page says"; exit 1; }
	@missing=; for p in $(PROGRAMS); do command -v $${p%:*} >/dev/null || missing="$$missing $${p#*:}"; done; \
	[ -z "$$missing" ] && exit 0; \
	command -v apt-get >/dev/null || { echo "make: install$$missing, then try again"; exit 1; }; \
	as=; if [ "$$(id -u)" != 0 ]; then command -v sudo >/dev/null || { echo "make: as root: apt-get install$$missing"; exit 1; }; as=sudo; fi; \
	$$as apt-get -q update && $$as env DEBIAN_FRONTEND=noninteractive apt-get -q -y install $$missing

axe: needs
	@[ -f $(TOOLS)/node_modules/axe-core/axe.min.js ] || npm install --silent --no-fund --no-audit --ignore-scripts --prefix $(TOOLS) $(AXE)

format:
	@list=$$(gofmt -l .); [ -z "$$list" ] || { echo "gofmt -w these:"; echo "$$list"; exit 1; }

vet:
	$(GO) vet ./...

staticcheck:
	$(GO) run $(STATICCHECK) ./...

gosec:
	$(GO) run $(GOSEC) -quiet -exclude=$(GOSECLEAVES) -exclude-dir=companiontest -exclude-dir=powercut -exclude-dir=enginetest ./...

unit:
	CI=true $(GO) test -timeout 30m ./...

race:
	CI=true $(GO) test -race -short -timeout 30m $(CONCURRENT)

laws:
	$(LOW) $(GO) test -count=1 -timeout 30m -run 'TestLaws$$' ./engine/councilofshadows -games $(GAMES)
	$(LOW) $(GO) test -count=1 -timeout 30m -run 'TestLawsOfTheFullBook' ./engine/councilofshadows -games $(FULLGAMES)
	$(LOW) $(GO) test -count=1 -timeout 30m -run 'TestPlayoutAgrees|TestManyGames' ./engine/councilofshadows -agree $(MANY) -many $(MANY)
	$(LOW) $(GO) test -count=1 -timeout 30m -run 'TestSentences|TestBrute$$' ./engine/councilofshadows -sentences 400000 -brute 1000
	$(LOW) $(GO) test -count=1 -timeout 30m -run 'TestRandomGames' ./engine/highcouncil -random 20000
	$(LOW) $(GO) test -count=1 -timeout 30m -run 'TestNobodySeesHiddenCards|TestALeakIsSeen|TestEachKindTellsOfCards' ./companion/web -secrets $(SECRETS)

fuzz:
	$(GO) test -run '^$$' -fuzz '^FuzzCommand$$' $(FUZZ) $(COUNCILFUZZTIME) ./engine/councilofshadows
	$(GO) test -run '^$$' -fuzz '^FuzzFullCommand$$' $(FUZZ) $(COUNCILFUZZTIME) ./engine/councilofshadows
	$(GO) test -run '^$$' -fuzz '^FuzzLine$$' $(FUZZ) $(COUNCILFUZZTIME) ./engine/councilofshadows
	$(GO) test -run '^$$' -fuzz FuzzCommand $(FUZZ) $(FUZZTIME) ./engine/highcouncil
	$(GO) test -run '^$$' -fuzz FuzzLine $(FUZZ) $(FUZZTIME) ./engine/highcouncil
	$(GO) test -run '^$$' -fuzz FuzzAnswers $(FUZZ) $(FUZZTIME) ./hw/iso14443
	$(GO) test -run '^$$' -fuzz FuzzLines $(FUZZ) $(FUZZTIME) ./hw/line
	$(GO) test -run '^$$' -fuzz FuzzFrames $(FUZZ) $(FUZZTIME) ./hw/pn532
	$(GO) test -run '^$$' -fuzz FuzzTargets $(FUZZ) $(FUZZTIME) ./hw/pn532
	$(GO) test -run '^$$' -fuzz FuzzMemory $(FUZZ) $(FUZZTIME) ./hw/ntag
	$(GO) test -run '^$$' -fuzz FuzzKeys $(FUZZ) $(FUZZTIME) ./hw/wedge
	$(GO) test -run '^$$' -fuzz FuzzRig $(FUZZ) $(FUZZTIME) ./setups
	$(GO) test -run '^$$' -fuzz FuzzBox $(FUZZ) $(FUZZTIME) ./setups
	$(GO) test -run '^$$' -fuzz FuzzPlaceholders $(FUZZ) $(FUZZTIME) ./companion/words

soak:
	$(GO) test -count=1 -timeout 3h -run 'TestSoak$$' -v ./cmd/arbiter -soak $(SOAK)

measure: MEASURED = $(or $(TMPDIR),/tmp)/arbiter-measured
measure:
	$(GO) build -ldflags '-s -w' -o $(MEASURED) ./cmd/arbiter
	$(GO) test -count=1 -timeout 30m -run 'TestMeasure$$' -v ./cmd/arbiter -measure $(MEASURED)
	$(GO) test -count=1 -run '^$$' -bench ArrivedToCommitted -benchtime 2000x ./cmd/arbiter
	$(GO) test -count=1 -run TestPagesAreLight -bench CommandToPages -v ./companion/web
	rm $(MEASURED)

arm: needs
	.ci/arm $(ARMS)

package: needs
	.ci/package .deb

deb: needs
	setups/debian/build .deb
