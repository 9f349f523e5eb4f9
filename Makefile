# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

# The two commands for everybody are `make demo` and `make test`; each installs what is missing.

SWIFT ?= swift
# Where the demonstration keeps its stores, and what else it is told.
ATLAS_DIR ?= .build/atlas
DEMO_FLAGS ?=
# An import that the manifest does not declare is an error.
BUILD_FLAGS := --explicit-target-dependency-import-check error
SOURCES := Package.swift Sources Tests Models

.PHONY: deps build demo test format lint spec-coverage clean

deps: ; @.ci/deps

build: deps
	$(SWIFT) build $(BUILD_FLAGS)

demo: deps
	@$(SWIFT) build $(BUILD_FLAGS) --product coredata
	@"$$($(SWIFT) build --show-bin-path)/coredata" demo --dir "$(ATLAS_DIR)" $(DEMO_FLAGS)

test: deps
	$(SWIFT) test $(BUILD_FLAGS)

format:
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	.ci/layers.py
	.ci/sources.py

spec-coverage: ; @.ci/spec-coverage.py

clean:
	rm -rf .build
