# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

# The two commands for everybody are `make demo` and `make test`; each installs what is missing.

SWIFT ?= swift
# Where the demonstration keeps its stores, and what else it is told.
ATLAS_DIR ?= .build/atlas
DEMO_FLAGS ?=
# For builds that nobody goes on from: a module at a time, a third less work than file by file.
FRESH ?=
# An import that the manifest does not declare is an error.
BUILD_FLAGS := --explicit-target-dependency-import-check error $(FRESH)
SOURCES := Package.swift Sources Tests Models Benchmarks/Package.swift Benchmarks/Sources
# Where results of benchmarks go, and what else `CoreDataBenchmarks run` is told.
BENCH_DIR ?= Benchmarks/results
BENCH_FLAGS ?=
BENCH_PACKAGE := --package-path Benchmarks -c release --disable-index-store
RACES_FLAGS := --sanitize=thread --disable-index-store --scratch-path .build/races $(FRESH)

# How long random programs run, and savers that are killed, in seconds each.
SECONDS ?= 600
TORTURE_FLAGS ?=

# The suites of stores and of Apple's API: `make test-release` and `make test-addresses` build only these.
STORE_TESTS := DamagedStoreTests,StoreConformanceTests,StoreLMDBTests,StoreRoutingTests,StoreSQLiteTests
API_TESTS := ContextTests,CoordinatorTests,FileStoreTests,ModelTests,ObjectTests,RequestTests

.PHONY: deps build build-tests demo quick test test-release test-addresses torture races fuzz bench bench-full bench-build format lint relations spec-coverage docs clean

deps: ; @.ci/deps

build: deps
	.ci/build $(BUILD_FLAGS)

demo: deps
	@.ci/build $(BUILD_FLAGS) --product coredata
	@"$$($(SWIFT) build --show-bin-path)/coredata" demo --dir "$(ATLAS_DIR)" $(DEMO_FLAGS)
	@"$$($(SWIFT) build --show-bin-path)/coredata" demo --crash --dir "$(ATLAS_DIR)"

build-tests: deps
	@.ci/build $(BUILD_FLAGS) --build-tests

# The inner loop, a minute after the build: stores in memory and in SQLite, no random programs, no
# child processes. What it leaves out `make test` does.
quick: deps
	@.ci/tell .ci/test --quick $(BUILD_FLAGS)

# A quarter of an hour on two cores after the build.
test: deps
	@.ci/tell .ci/test $(BUILD_FLAGS)

# What an optimiser may break, on the stores of `make quick`; builds in a folder of its own.
test-release: deps
	@OPENCOREDATA_TESTS=$(API_TESTS),$(STORE_TESTS),RowEngineTests,PredicateLanguageTests \
	  .ci/tell .ci/test --quick -c release --scratch-path .build/tests-release

# The library's own stores under the address sanitizer; builds in a folder of its own. Leaks are not
# looked for: Swift's runtime and Foundation keep what they make once.
test-addresses: deps
	@OPENCOREDATA_STORES=own OPENCOREDATA_TESTS=$(STORE_TESTS) ASAN_OPTIONS=detect_leaks=0 \
	  .ci/tell .ci/test --sanitize=address --scratch-path .build/addresses $(FRESH)

# Random programs against an oracle; CORE_DATA_TORTURE_SEED=n repeats one. Then saves over several stores
# in processes that are killed; TORTURE_FLAGS="seed=n kinds=SLB kills=10000" says which; the same with
# histories. Then faults at every system call instead of a sample, and damaged files by the hundred.
torture: deps
	CORE_DATA_TORTURE_SECONDS=$(SECONDS) $(SWIFT) test $(BUILD_FLAGS) --filter TortureTests.TortureTests
	$(SWIFT) run $(BUILD_FLAGS) TransferDriver seconds=$(SECONDS) $(TORTURE_FLAGS)
	$(SWIFT) run $(BUILD_FLAGS) HistoryDriver processes=2 lanes=8 kinds=SLS writes=100000000 \
	  kills=100000 pace=1000 seconds=$(SECONDS)
	CORE_DATA_FAULTS=all OPENCOREDATA_DAMAGE=1000 $(SWIFT) test $(BUILD_FLAGS) \
	  --filter 'FaultTests\.|DamagedFileTests|PathFaultTests|DamagedMigrationTests'

# Threads over one coordinator, under the thread sanitizer; builds in a folder of its own.
races: deps
	@.ci/build $(RACES_FLAGS) --product RaceDriver
	@TSAN_OPTIONS="suppressions=$(CURDIR)/.ci/tsan.suppressions" .ci/tell $(SWIFT) run \
	  $(RACES_FLAGS) --skip-build RaceDriver

# Predicate formats and what makes queries of them, under libFuzzer and the address sanitizer; builds in
# a folder of its own, where what is found to be new is kept. A file that stops it can be given again:
# FUZZ_FLAGS=file.
fuzz: deps
	@$(SWIFT) build --product FormatFuzzer --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer,address -Xswiftc -DFUZZING \
	  -Xswiftc -use-ld=lld -Xlinker --defsym=LLVMFuzzerTestOneInput=0
	@mkdir -p .build/fuzz/corpus
	@cd .build/fuzz && SWIFT_BACKTRACE=enable=no debug/FormatFuzzer corpus ../../Tests/FormatFuzzer/Corpus -timeout=20 \
	  -rss_limit_mb=3000 -max_len=2000 -dict=../../Tests/FormatFuzzer/words.dict \
	  -max_total_time=$(SECONDS) $(FUZZ_FLAGS)

bench-build: deps
	@.ci/build $(BENCH_PACKAGE)

# Some minutes: 10,000 employees, every case but durable commits, which wait for the disk.
bench: bench-build
	@"$$($(SWIFT) build $(BENCH_PACKAGE) --show-bin-path)/CoreDataBenchmarks" run --n 10000 \
	  --cases 1a,1b,2,3,4,4b,5,6,6b,6s,6bs,6t,7,8a,9,9b,9c,10,11,12 --out "$(BENCH_DIR)" $(BENCH_FLAGS)

# Most of an hour: all sizes, all cases, SQLAlchemy and Django too.
bench-full: bench-build
	@"$$($(SWIFT) build $(BENCH_PACKAGE) --show-bin-path)/CoreDataBenchmarks" run --python \
	  --n 10000,100000,1000000 --out "$(BENCH_DIR)" $(BENCH_FLAGS)

format:
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	.ci/sources.py

# After a debug build with its tests: what files, rooms and definitions have to do with each other.
relations: ; @.ci/relations.py

spec-coverage: ; @.ci/spec-coverage.py

# After a debug build: the documentation as a static site; its first page is /documentation/coredata.
docs: ; @.ci/docc --output .build/docs

clean:
	rm -rf .build
