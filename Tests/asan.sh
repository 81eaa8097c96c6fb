#!/usr/bin/env bash
# The tests of the bridges to C, where memory is touched by hand, under Address Sanitizer:
#
#     Tests/asan.sh [--if-changed]
#
# A run that passes writes the hash of the C sources to Tests/asan.sha256, to be committed with the change. With
# --if-changed nothing runs while that hash is current.
set -euo pipefail
cd "$(dirname "$0")/.."

hash=$(git ls-files -z 'Sources/CPeriluneLua' 'Sources/CPeriluneEncoding' 'Sources/CPeriluneRegex' 'Sources/CPeriluneJSON' | LC_ALL=C sort -z \
    | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
if [[ ${1:-} == --if-changed && $hash == "$(cat Tests/asan.sha256 2>/dev/null)" ]]; then
    echo "asan: the C sources are those of the last run that passed"
    exit
fi
# The sanitizer changes every object file, so it builds in a folder of its own, and only what these tests need.
# Leaks are looked for by the tests themselves, over many rounds. Swift's own backtraces are off: they stop the
# process for minutes, and the sanitizer has already said where.
mkdir -p .build
PERILUNE_SANITIZED=1 PERILUNE_TESTS=PeriluneLuaTests,PeriluneJSONTests ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
    swift test --sanitize=address --scratch-path .build/asan --disable-xctest --enable-swift-testing \
    --experimental-maximum-parallelization-width 6 2>&1 | tee .build/test-asan.log || {
    echo 'What failed (all of it is in .build/test-asan.log):' >&2
    grep -aE '^(✘|↳|error)|Fatal|Assertion|ERROR: AddressSanitizer' .build/test-asan.log >&2
    exit 1
}
echo "$hash" >Tests/asan.sha256
