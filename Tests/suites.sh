#!/usr/bin/env bash
# Runs the suites of Tests/suites.tsv that are marked with WHEN, and prints their seconds beside their budgets:
#
#     Tests/suites.sh WHEN
#
# The first suite that fails ends the run. With CI set, a suite that takes more than 1.5 times its budget
# fails the run at its end; elsewhere it is only reported, since a slow machine is no defect of a change.
set -euo pipefail
cd "$(dirname "$0")/.."
when=$1

rows=() over=() total=0 budgets=0
while IFS=$'\t' read -r suite runs budget purpose; do
    [[ $suite != \#* && $runs == "$when" ]] || continue
    printf '\n==> %s: %s\n' "$suite" "$purpose"
    start=$SECONDS
    ${MAKE:-make} --no-print-directory "test-$suite" </dev/null || { echo "failed: make test-$suite" >&2; exit 1; }
    seconds=$((SECONDS - start))
    rows+=("$(printf '%-14s %5d s of %4d s' "$suite" "$seconds" "$budget")")
    echo "$suite: $seconds s"
    total=$((total + seconds)) budgets=$((budgets + budget))
    if ((seconds * 2 > budget * 3)); then over+=("$suite"); fi
done <Tests/suites.tsv

printf '\n%s\n' "${rows[@]}"
printf '%-14s %5d s of %4d s\n' all "$total" "$budgets"
if ((${#over[@]})); then
    echo "over one and a half times its budget in Tests/suites.tsv: ${over[*]}" >&2
    [[ -z ${CI:-} ]] || exit 1
fi
