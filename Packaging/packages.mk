# Installing, packages and releases; the scripts are beside this file.

.PHONY: install uninstall install-sdk setup-packages stage deb tarball image packages-test version tag \
	release-check release-tree release-api

PACKAGE_PACKAGES := binutils dpkg-dev gcc libicu-dev lintian patchelf xz-utils python3 \
	ca-certificates fonts-inter fonts-dejavu-core
PACKAGE_TEST_PACKAGES := $(PACKAGE_PACKAGES) mmdebstrap skopeo umoci curl

export PREFIX DESTDIR

install:
	@Packaging/install.sh

uninstall:
	@Packaging/uninstall.sh

install-sdk:
	@Packaging/install-sdk.sh $(SHARE)/perilune/sdk $(DESTDIR)$(PREFIX)/include

setup-packages:
	$(call need,$(PACKAGE_PACKAGES))

# What `make build` ends with: the files that are installed and packaged.
stage:
	@Packaging/stage.sh $(PERILUNE)

deb: setup-packages
	@Packaging/deb.sh

tarball: setup-packages
	@Packaging/tarball.sh

image: tarball
	@Packaging/image.sh

packages-test:
	$(call need,$(PACKAGE_TEST_PACKAGES))
	@Packaging/tests/run.sh $(CHECKS)

# All that a release needs, in this order; each step is a target of its own. Takes hours, most of them for bench; as root.
release-check: release-tree test asan release-api build test-release test-lua test-sdk-release packages-test bench
	@echo 'the release can be tagged: copy the tables of Benchmarks/results to Documentation/Performance.md, then make tag'

release-tree:
	@test -z "$$(git status --porcelain)" || { git status --short; echo 'commit or stash these changes' >&2; exit 1; }

# Fails if public declarations were removed or changed, and the version does not allow it.
release-api: docs
	@Packaging/api.py .build/docs/graphs --breaks

version:
	@Packaging/version.sh --write

tag:
	@Packaging/tag.sh
