#!/usr/bin/env bash
# Which lines and branches of the C sources the unit tests run:
#
#     Tests/coverage-c.sh [FILE…]
#
# It prints a line for each C source, with the totals; of named files, such as Sources/CPeriluneLua/encode.c, the lines with
# their counts and the branches that were taken one way only. The build is one of its own, in .build/coverage.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=.build/coverage
export PERILUNE_TESTS=PeriluneLuaTests,PeriluneJSONTests,PeriluneDrawingTests,PeriluneLibraryTests,PeriluneLinksTests,PeriluneLocaleTests
swift test --enable-code-coverage --scratch-path "$folder" --disable-xctest >"$folder.log" 2>&1 || {
    tail -40 "$folder.log"
    exit 1
}
mapfile -t sources < <(git ls-files 'Sources/C*/*.c')
data=$folder/debug/codecov/default.profdata
tests=$folder/debug/perilunePackageTests.xctest
if (($#)); then
    exec llvm-cov show "$tests" -instr-profile "$data" -show-branches=count "$@"
fi
llvm-cov report "$tests" -instr-profile "$data" -show-branch-summary -show-region-summary=false -show-functions=false "${sources[@]}"
