#!/usr/bin/env bash
# Copies what plugins in shared libraries are built with: install-sdk.sh SDK INCLUDE
# They are sources, so that any compiler of the right version will do.
set -euo pipefail
cd "$(dirname "$0")/.."

sdk=$1
include=$2
targets=(CPeriluneJSON CPerilunePlugin PeriluneCore PeriluneJSON PeriluneLibrary PeriluneTestKit)

rm -rf "$sdk/Sources"
install -d "$sdk/Sources"
cp -R "${targets[@]/#/Sources/}" "$sdk/Sources"
mv "$sdk"/Sources/PeriluneLibrary/SDK/* "$sdk"
rmdir "$sdk/Sources/PeriluneLibrary/SDK"
chmod -R u+rwX,go+rX,go-w "$sdk"
install -D -m 644 Sources/CPerilunePlugin/include/perilune_plugin.h "$include/perilune_plugin.h"
