"""What is not a whole run over the corpus: start-up, memory on a large log, the floor program."""

import re
import statistics
import subprocess
from pathlib import Path

from . import corpus as corpora
from .cases import PEERS, SCRIPTS, not_found, perilune_command
from .measure import Failed, interleaved, run

STARTS = 50
LARGE = 1_000_000_000

FLOOR_CASES = {
    "validated": "e2e lazy DOM pooled, one pcall, freelist+gen",
    "trusted": "e2e lazy stage1 per line, one pcall, freelist+gen",
}
FLOOR_EVENTS = 200_000


def start_up(binary, corpus, say):
    """Wall seconds of `perilune open` and of jq, each on one link; {} where one is missing."""
    if not Path(binary).is_file() or not_found("jq"):
        return {}
    log, url = corpora.one_event(corpus)
    commands = {
        "perilune open": [str(binary), "open", url, "--script", str(SCRIPTS / "rule.lua")],
        "jq": ["jq", "-c", "-f", str(PEERS / "rule.jq"), str(log)],
    }
    jobs = [(name, lambda _, c=command: run(c)) for name, command in commands.items()]
    results, failures = interleaved(STARTS, jobs, lambda _: None)
    for name, failure in failures.items():
        say(f"start-up of {name}: {failure}")
    return {name: result.median("wall") for name, result in results.items()}


def large_log(binary, corpus, out, say):
    """Peak bytes of `perilune process`, by task and workers, on the corpus and on a 1 GB log."""
    if not Path(binary).is_file():
        return {}
    logs = {"corpus": corpus, "1 GB": corpora.repeated(corpus, LARGE)}
    jobs = []
    for task in ("rule", "rewrite"):
        for workers in (1, 2):
            for size, log in logs.items():
                command = perilune_command(binary, f"{task}.lua", workers)
                arguments = [part.format(log=log.path, out=out) for part in command]
                jobs.append((f"{task}, {workers} workers, {size}", lambda _, a=arguments: run(a)))
    results, failures = interleaved(1, jobs, say)
    for name, failure in failures.items():
        say(f"memory, {name}: {failure}")
    out.unlink(missing_ok=True)
    return {name: result.median("peak") for name, result in results.items()}


def floor(folder, binary, rounds, out, say):
    """Nanoseconds an event: what the floor program takes and what Perilune takes, same work.

    Perilune's is the CPU time of the whole process less that of a run over one event, so that
    start-up does not count; the floor program leaves it out as well.
    """
    program, log = Path(folder) / "limit", Path(folder) / "corpus.jsonl"
    if not (program.is_file() and log.is_file()):
        say(f"floor: no built `limit` and `corpus.jsonl` in {folder}")
        return {}
    if not Path(binary).is_file():
        return {}
    single = corpora.first_line(log, "floor-one.jsonl")
    rows = {}
    try:
        for kind, case in FLOOR_CASES.items():
            command = perilune_command(binary, "floor.lua", trusted=kind == "trusted")
            whole, empty = (
                [part.format(log=path, out=out) for part in command] for path in (log, single))
            rows[kind] = floor_row(rounds, program, log, case, whole, empty)
            say(f"floor {kind}: {rows[kind]}")
    except (Failed, ValueError, subprocess.CalledProcessError) as error:
        say(f"floor: {error}")
    out.unlink(missing_ok=True)
    return rows


def floor_row(rounds, program, log, case, whole, empty):
    pairs = []
    for _ in range(rounds):
        theirs = floor_nanoseconds(program, log, case)
        pairs.append((theirs, (run(whole).cpu - run(empty).cpu) / FLOOR_EVENTS * 1e9))
    return {
        "limit": statistics.median(theirs for theirs, _ in pairs),
        "perilune": statistics.median(ours for _, ours in pairs),
        "ratio": statistics.median(theirs / ours for theirs, ours in pairs),
    }


def floor_nanoseconds(program, log, case):
    """The least time of three that the floor program reports for `case`."""
    report = subprocess.run(
        [program, log, "3", case], check=True, capture_output=True, text=True).stdout
    found = re.search(re.escape(case) + r"\s+[\d.]+\s+([\d.]+)", report)
    if not found:
        raise ValueError(f"{program} has no case {case!r}")
    return float(found[1])
