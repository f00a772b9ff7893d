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
# is installed before the first test, on Debian and its relatives.

GO          ?= go
TOOLS        = $(CURDIR)/.ci/tools
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOSEC        = github.com/securego/gosec/v2/cmd/gosec@v2.25.0
# What judges how accessible the pages are: tests alone load it.
AXE          = axe-core@4.14.1

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
LONG = program crash laws referees screens pages kernel readers soak fuzz package arm gosec

long: tools arm-tools
	@$(REPORT) -keep $(KEPT) -jobs 2 $(LONG)

$(LONG:%=long-%): long-%: tools
	@$(REPORT) -keep $(KEPT) $*

.PHONY: quick test long $(LONG:%=long-%) tools arm-tools needs pictures format vet staticcheck gosec short unit race $(LONG) measure deb release image

# Suites. JSON is for cmd/report. Vet is a suite of its own, so tests of unit and race are
# not vetted once more.

format:
	@list=$$(gofmt -l .); [ -z "$$list" ] || { echo "gofmt -w these:"; echo "$$list"; exit 1; }

vet:
	$(GO) vet ./...

# Beside what it looks for by itself: a doc comment begins with the name that it documents.
staticcheck:
	$(TOOLS)/staticcheck -checks inherit,ST1020,ST1021,ST1022 ./...

short:
	$(GO) test $(JSON) -short ./...

unit:
	CI=true $(GO) test $(JSON) -vet=off -count=1 -timeout 30m ./...

# Packages that start goroutines or guard something against them, in tests too. A test that
# costs much there and in which none meet says so itself: tier.Unraced. A program under the
# race detector would sleep for a second as it ends, each of hundreds.
GOROUTINES = ^[[:space:]]*(defer )?go [a-z]|\.Go\(|"(sync|sync/atomic|testing/synctest|net/http/httptest)"
race:
	CI=true GORACE=atexit_sleep_ms=10 $(GO) test $(JSON) -vet=off -count=1 -race -short -timeout 30m \
		$$(grep -rlE --include='*.go' '$(GOROUTINES)' cmd companion display engine/contain hw | xargs -n 1 dirname | sort -u | grep -v testdata | sed 's,^,./,')

# These parts of long are the packages in which a test names them; what does not,
# does as much as it does in quick.
laws referees screens readers pages program crash soak:
	CI=true ARBITER_TESTS=$@ $(GO) test $(JSON) -count=1 -short -timeout 2h \
		$$(grep -rliw --include='*_test.go' 'tier\.$@' cmd companion display engine hw setups | xargs -n 1 dirname | sort -u | sed 's,^,./,')

# A number of executions, not a time: a run that is ended by its clock can fail so.
# Making each new line as short as it can be would take most of the time.
EXECUTIONS ?= 1000000
fuzz:
	@bad=; for t in $$(grep -roE --include='*_test.go' '^func Fuzz\w+' . | tr ' ' : | sort); do \
		$(GO) test -run '^$$' -fuzz "^$${t##*:}\$$" -fuzzminimizetime 10x -fuzztime $(EXECUTIONS)x "$${t%/*}" || bad="$$bad $${t##*:}"; \
	done; [ -z "$$bad" ] || { echo "fuzz:$$bad"; exit 1; }

# What gosec is not asked, because what it asks for is not wanted here:
# G104  errors of answers to browsers and of closing what was read: nobody is left to tell
# G115  the engine counts in small types of its own, which the laws and fuzzing drive
# G203  HTML that html/template has escaped already, and drawings of our own numbers
# G301 G302 G306  folders of games, keys and backups are for their owner alone; pictures and what people export need not be
# G304  files that the command line or the data folder names, never a request
# G404  demos, bots and emulators repeat their chance by a seed; without one math/rand/v2 cannot be foreseen; tokens and codes come from crypto/rand
# G602  indices within arrays of a length that is written beside them
GOSECLEAVES = G104,G115,G203,G301,G302,G304,G306,G404,G602
gosec:
	$(GO) run $(GOSEC) -quiet -exclude=$(GOSECLEAVES) -exclude-dir=companiontest -exclude-dir=bottest -exclude-dir=crashtest -exclude-dir=enginetest -exclude-dir=far -exclude-dir=report ./...

# The ARM programs under qemu: ARMS="arm64 armhf" for all tests of both.
arm: arm-tools
	.ci/arm $(ARMS)

package: arm-tools
	.ci/package .deb

# A machine with Debian's own kernel, in which the package meets real device files, and one for
# ARM; as root. MACHINE=DIR keeps them, and takes those that are there.
kernel: machine-tools
	dir=$(or $(MACHINE),$$(mktemp -d)); { [ -e $$dir/arm64/disk ] || hw/machine/build $$dir/arm64 arm64; } & \
	[ -e $$dir/disk ] || hw/machine/build $$dir || { wait; exit 1; }; wait $$! || exit 1; \
	ARBITER_MACHINE=$$dir $(GO) test $(JSON) -count=1 -parallel 3 -timeout 3h ./hw/machine; status=$$?; \
	[ -n "$(MACHINE)" ] || rm -rf $$dir; exit $$status

deb: arm-tools
	setups/debian/build .deb

release:
	setups/debian/tarballs .deb

ARCH    ?= amd64
IMAGE   ?= arbiter
BUILDER ?= docker
image:
	$(BUILDER) build --build-arg ARCH=$(ARCH) -f setups/container/Containerfile -t '$(IMAGE)' .deb

pictures: needs
	@dir=$(if $(PICTURES),'$(abspath $(PICTURES))',$$(mktemp -d -t arbiter-pictures-XXXXXX)); \
	PICTURES="$$dir" ONLY='$(ONLY)' $(GO) test -count=1 -timeout 1h -run 'TestPictures$$|TestMovingPicture$$' ./companion/web ./cmd/arbiter && \
	cp "$$dir"/readme/*.webp .github/pictures && echo "$$dir/index.html"

measure: MEASURED = $(or $(TMPDIR),/tmp)/arbiter-measured
measure:
	$(GO) build -ldflags '-s -w' -o $(MEASURED) ./cmd/arbiter
	$(GO) test -count=1 -timeout 30m -run 'TestMeasure$$|TestMeasureBroker$$|TestMeasureRoutes$$' -v ./cmd/arbiter -measure $(MEASURED)
	$(GO) test -count=1 -run '^$$' -bench ArrivedToCommitted -benchtime 2000x ./cmd/arbiter
	$(GO) test -count=1 -run '^$$' -bench MixedTable -benchtime 30x ./hw/spimux
	$(GO) test -count=1 -run TestPagesAreLight -bench CommandToPages -v ./companion/web
	$(GO) test -count=1 -run '^$$' -bench Frames -benchtime 40x ./companion/web
	rm $(MEASURED)

# Tests keep their files in memory where there is enough: when others keep a disk busy,
# people at a table wait for seconds, and tests would not.
MEMORY := $(shell d=/dev/shm; [ "$$(df -k --output=avail $$d 2>/dev/null | tail -1)" -gt 4000000 ] 2>/dev/null && \
	try=$$(mktemp -p $$d) && cp /bin/true $$try && chmod +x $$try && $$try && echo $$d; rm -f $$try)
ifneq ($(MEMORY),)
short unit race laws referees screens readers pages program crash soak: export GOTMPDIR := $(or $(TMPDIR),/tmp)
short unit race laws referees screens readers pages program crash soak: export TMPDIR := $(MEMORY)
endif

# Collecting garbage more seldom saves them time, and there is memory enough. The soak
# measures memory, and keeps to what people have.
short unit race laws referees screens pages program crash: export GOGC = 400

# What the suites need. Where a package of Debian has another name than the program,
# it stands behind a colon.
PROGRAMS = gcc chromium /usr/lib/chromium/chromium-headless-shell:chromium-headless-shell npm sqlite3 strace /sbin/ip:iproute2 nfc-list:libnfc-bin certutil:libnss3-tools pdftotext:poppler-utils \
	/usr/sbin/mosquitto:mosquitto mosquitto_sub:mosquitto-clients /usr/sbin/pcscd:pcscd vpcd-config:vsmartcard-vpcd
arm-tools: PROGRAMS = gcc file lintian debootstrap aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu \
	arm-linux-gnueabihf-gcc:gcc-arm-linux-gnueabihf qemu-aarch64-static:qemu-user-static
machine-tools: PROGRAMS = gcc make debootstrap busybox:busybox-static cpio /sbin/depmod:kmod xz:xz-utils /sbin/mke2fs:e2fsprogs qemu-system-x86_64:qemu-system-x86 \
	qemu-system-aarch64:qemu-system-arm qemu-aarch64-static:qemu-user-static aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu

define install
@missing=; for p in $(PROGRAMS); do command -v $${p%:*} >/dev/null || missing="$$missing $${p#*:}"; done; \
[ -z "$$missing" ] && exit 0; \
command -v apt-get >/dev/null || { echo "make: install$$missing, then try again"; exit 1; }; \
as=; if [ "$$(id -u)" != 0 ]; then command -v sudo >/dev/null || { echo "make: as root: apt-get install$$missing"; exit 1; }; as=sudo; fi; \
$$as apt-get -q update && $$as env DEBIAN_FRONTEND=noninteractive apt-get -q -y install $$missing
endef

needs:
	@command -v $(GO) >/dev/null || { echo "make: there is no $(GO); install Go as its own page says"; exit 1; }
	$(install)

arm-tools: needs
	$(install)

machine-tools: needs
	$(install)

tools: needs
	@$(GO) mod download
	@GOBIN=$(TOOLS) $(GO) install $(STATICCHECK)
	@[ -f $(TOOLS)/node_modules/axe-core/axe.min.js ] || npm install --silent --no-fund --no-audit --ignore-scripts --prefix $(TOOLS) $(AXE)
