.DEFAULT_GOAL := help
.PHONY: help run check test build setup setup-tests setup-all lint examples format bench-smoke fuzz-smoke
.PHONY: page test-page test-spark count fuzz-replay torture install uninstall tarball wheel test-wheel
.PHONY: deb check-deb clean

help: ## Print this list.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-12s %s\n", $$1, $$2 }'

run: build ## Make a sample library and print the screenshot that was taken a moment ago.
	@script/run-sample

check: test lint examples ## Run the tests, check the style, build and test the examples.

test: setup-tests ## Run all tests; print failures and a summary, and how many lack a program.
	@script/test

build: setup ## Build for release.
	@echo "==> building for release" >&2
	@script/build

setup: ## Install what the build needs and what is missing (Debian, Ubuntu, macOS).
	@echo "==> looking for what the build needs" >&2
	@script/setup

setup-tests:
	@echo "==> looking for what the tests need" >&2
	@script/setup tests

setup-all: ## Install every program that a test starts, such as browsers and notification daemons.
	@echo "==> looking for all that the tests can use" >&2
	@script/setup all

lint: ## Check the style of the sources, the scripts and the documents.
	@echo "==> checking the style" >&2
	@script/lint

examples: setup-tests ## Build and test what is in Examples, with what "make test" has built.
	@if [ -e Examples/Package.swift ]; then script/test GalleryTests; fi

format: ## Format the sources.
	@script/format

bench-smoke: setup ## Run the benchmarks once, on small inputs.
	@echo "==> running the benchmarks on small inputs" >&2
	@script/bench --smoke

fuzz-replay: setup ## Feed each reader of untrusted bytes with kept inputs, built with the sanitizers.
	@echo "==> feeding the readers with kept inputs" >&2
	@script/fuzz --replay

count: setup-tests ## Count the instructions of fixed works, and compare them with those before.
	@script/count

fuzz-smoke: setup ## Feed each reader of untrusted bytes for 30 s with what libFuzzer makes up.
	@echo "==> feeding the readers" >&2
	@script/fuzz 30

page: build ## Make a sample library and open it on a page in the browser.
	@script/open-page

test-page: setup ## Test the page of "shotflow browse --page" in Chromium, which is installed if it is missing.
	@script/setup page
	@script/test-page

test-spark: ## Test the package for Apache Spark with what PyPI has of it; needs Java.
	@script/test-spark

torture: setup-all ## Kill, starve, break and mislead it for two hours, and print a table of figures.
	@script/torture

install: ## Install what "make build" has built: PREFIX=/usr/local, DESTDIR=.
	@script/install

uninstall: ## Remove what "make install" has installed: PREFIX=/usr/local, DESTDIR=.
	@script/uninstall

tarball: ## Pack what "make build" has built for this system, to be unpacked anywhere.
	@script/tarball

wheel: ## Pack what "make build" has built for pip.
	@script/wheel

test-wheel: ## Install the wheel into a fresh environment of Python, and test it there.
	@script/setup all
	@script/test-wheel

deb: ## Pack what "make build" has built for Debian.
	@script/deb

check-deb: ## Try the package in a bare Debian; needs root and a mirror.
	@script/check-deb

clean: ## Remove everything that was built.
	@rm -rf .build sample-library
