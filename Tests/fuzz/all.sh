#!/usr/bin/env bash
# Runs all fuzzers, each target and each kind of input for an equal share of the time: all.sh SECONDS
set -euo pipefail
cd "$(dirname "$0")/../.."
read -ra targets <<<"$(make -s -f Tests/fuzz/targets/Makefile list)"
read -ra kinds <<<"$(Tests/fuzz/commands/run.py --list)"
share=$(($1 / (2 + ${#targets[@]} + ${#kinds[@]}) + 1))

Tests/fuzz/lua.sh "$share"
Tests/fuzz/http.sh "$share"
Tests/fuzz/targets.sh $((share * ${#targets[@]}))
Tests/fuzz/commands/run.py --seconds $((share * ${#kinds[@]}))
