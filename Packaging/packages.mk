# Installing, packages and releases; the scripts are beside this file.

.PHONY: install uninstall install-sdk setup-packages stage deb tarball image packages-test version tag

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

version:
	@Packaging/version.sh --write

tag:
	@Packaging/tag.sh
