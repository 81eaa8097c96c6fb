#!/usr/bin/env bash
# Runs the suites of Tests/suites.tsv that are marked with WHEN, and prints their seconds beside their budgets:
#
#     Tests/suites.sh WHEN
#
# Suites marked "WHEN beside" mostly wait; they run one after the other beside the suites that follow them, and what
# they print is shown at the end. The first suite that fails ends the run. With CI set, a suite that takes more than 1.5
# times its budget fails the run at its end; elsewhere it is only reported, since a slow machine is no defect of a change.
# Temporary files go to one folder, which is deleted at the end unless a suite has failed.
set -euo pipefail
cd "$(dirname "$0")/.."
when=$1
logs=$PWD/.build/suites
rm -rf "$logs"
mkdir -p "$logs"
TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/perilune.XXXXXX")
export TMPDIR

declare -A budget=() purpose=()
rows=() over=() waiting=() pid= total=$SECONDS budgets=0

# Runs one suite, and prints its seconds.
run() {
    printf '\n==> %s: %s\n' "$1" "${purpose[$1]}"
    local start=$SECONDS
    ${MAKE:-make} --no-print-directory "test-$1" </dev/null || { echo "failed: make test-$1" >&2; return 1; }
    echo "$1: $((SECONDS - start)) s"
    echo $((SECONDS - start)) >"$logs/$1.seconds"
}

# Compares the seconds of a suite with its budget.
note() {
    local seconds
    seconds=$(<"$logs/$1.seconds")
    rows+=("$(printf '%-14s %5d s of %4d s' "$1" "$seconds" "${budget[$1]}")")
    budgets=$((budgets + budget[$1]))
    if ((seconds * 2 > budget[$1] * 3)); then over+=("$1"); fi
}

# Starts the suites that wait; a group of its own, so that it can be ended with all that they started.
start_beside() {
    [[ ${#waiting[@]} != 0 && -z $pid ]] || return 0
    set -m
    (for suite in "${waiting[@]}"; do run "$suite" >"$logs/$suite.log" 2>&1 || exit 1; done) &
    pid=$!
    set +m
}

finish() {
    local status=$?
    if [[ -n $pid ]]; then kill -- "-$pid" 2>/dev/null || true; fi
    if ((status)); then echo "temporary files are in $TMPDIR" >&2; else rm -rf "$TMPDIR"; fi
}
trap finish EXIT

while IFS=$'\t' read -r suite runs seconds text; do
    if [[ $suite == \#* ]]; then continue; fi
    budget[$suite]=$seconds purpose[$suite]=$text
    case $runs in
        "$when beside")
            [[ -z $pid ]] || { echo "Tests/suites.tsv: $suite must stand with the other suites that wait" >&2; exit 2; }
            waiting+=("$suite")
            ;;
        "$when")
            start_beside
            run "$suite"
            note "$suite"
            ;;
    esac
done <Tests/suites.tsv

if ((${#waiting[@]})); then
    start_beside
    failed=
    wait "$pid" || failed=yes
    pid=
    for suite in "${waiting[@]}"; do
        if [[ -f $logs/$suite.log ]]; then cat "$logs/$suite.log"; fi
    done
    if [[ $failed ]]; then exit 1; fi
    for suite in "${waiting[@]}"; do note "$suite"; done
fi

echo
printf '%s\n' "${rows[@]}"
printf '%-14s %5d s of %4d s\n' all "$((SECONDS - total))" "$budgets"
if ((${#over[@]})); then
    echo "over one and a half times its budget in Tests/suites.tsv: ${over[*]}" >&2
    [[ -z ${CI:-} ]] || exit 1
fi
