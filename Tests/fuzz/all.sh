#!/usr/bin/env bash
# Runs all fuzzers, each target and each kind of input for an equal share of the time; with --quick, only those that need
# no target of libFuzzer, which take minutes to compile:
#
#     Tests/fuzz/all.sh [--quick] SECONDS
set -euo pipefail
cd "$(dirname "$0")/../.."
targets=() seed=()
# The quick run has the same inputs each time: what is found by chance must not fail another change.
if [[ $1 == --quick ]]; then shift && seed=(--seed 5); else
    read -ra targets <<<"$(make -s -f Tests/fuzz/targets/Makefile list)"
fi
read -ra kinds <<<"$(Tests/fuzz/commands/run.py --list)"
share=$(($1 / (2 + ${#targets[@]} + ${#kinds[@]}) + 1))

Tests/fuzz/lua.sh "$share"
Tests/fuzz/http.sh "$share"
((${#targets[@]} == 0)) || Tests/fuzz/targets.sh $((share * ${#targets[@]}))
Tests/fuzz/commands/run.py --seconds $((share * ${#kinds[@]})) "${seed[@]}"
