#!/usr/bin/env bash
# Runs the targets of libFuzzer, which compare the C code with slow readings of the same input, under Address Sanitizer:
#
#     Tests/fuzz/targets.sh SECONDS [TARGET...]      all of Tests/fuzz/targets, or some; they share the time
#     REPLAY=1 Tests/fuzz/targets.sh 0 [TARGET...]   only the inputs that are known
#
# They begin with the inputs of Tests/fuzz/corpus/TARGET.txt, which lines of four hyphens separate, and with those that
# earlier runs found. An input on which the two differ is kept in .build/fuzz/findings; its name is printed.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-30}
shift || true
make=(make -s -f Tests/fuzz/targets/Makefile)
targets=("$@")
((${#targets[@]})) || read -ra targets <<<"$("${make[@]}" list)"
"${make[@]}" "${targets[@]/#/.build/fuzz/targets/}" 2> >(grep -v 'Cannot export local symbol' >&2 || true)

mkdir -p .build/fuzz/findings
for target in "${targets[@]}"; do
    seeds=.build/fuzz/seeds/$target found=.build/fuzz/corpus/$target
    mkdir -p "$seeds" "$found"
    python3 Tests/fuzz/split.py Tests/fuzz/corpus/"$target".txt "$seeds"
    run=(-max_total_time=$((seconds / ${#targets[@]} + 1)))
    [[ -z ${REPLAY:-} ]] || run=(-runs=0)
    # Leaks are found once, at the end: after each input the search takes most of the time.
    ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1 \
        .build/fuzz/targets/"$target" "${run[@]}" -max_len=2048 -detect_leaks=0 -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
        -print_final_stats=1 -artifact_prefix=.build/fuzz/findings/"$target"- "$found" "$seeds" \
        >.build/fuzz/"$target".log 2>&1 || { tail -60 .build/fuzz/"$target".log >&2; exit 1; }
    printf '%s: %s inputs, %s kept\n' "$target" \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' .build/fuzz/"$target".log)" "$(ls "$found" | wc -l)"
done
