#!/usr/bin/env python3
"""The faults of cluster.py for both versions of NATS servers, and one, two and four members.

    Tests/Cluster/chaos.py [--faults 500] [--events 1000000] [--seconds 0] [--seed 1]

Servers are also replaced by empty ones, except those of 2.9.10, which lose messages then. The runs share the faults and
events; with --seconds they are repeated with other seeds until the time is over. For the same events, all numbers of members
and all servers must give the same values. The exit code is 1 otherwise.
"""

import argparse
import collections
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cluster

MEMBERS = (1, 2, 4)
DEBIAN = Path("/usr/sbin/nats-server")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--size", type=int, default=400)
    parser.add_argument("--lanes", type=int, default=8)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--keys", type=int, default=997)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", type=Path, default=cluster.ROOT / ".build/debug/perilune")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    arguments.perilune = arguments.perilune.resolve()
    programs = [DEBIAN, cluster.current_server()]
    if programs[1] is None:
        print("without the current server: PyPI cannot be reached")
        programs.pop()
    runs = [(program, members) for program in programs for members in MEMBERS]
    for program in programs:
        print(subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip(), program)
    totals, failed, events = collections.Counter(), [], 0
    each = argparse.Namespace(**vars(arguments))
    each.events = arguments.events // len(runs)
    each.faults = -(-arguments.faults // len(runs))
    start = time.monotonic()
    while True:
        digests = set()
        for program, members in runs:
            each.server, each.members = program, members
            each.replace = program is not DEBIAN
            print(f"{program}, {members} members, ", end="", flush=True)
            with tempfile.TemporaryDirectory() as name:
                is_right, faults, digest = cluster.run(each, Path(name))
            totals.update(faults)
            events += each.events
            digests.add(digest)
            if not is_right:
                failed.append(f"{program}, {members} members, seed {each.seed}")
            sys.stdout.flush()
            each.seed += 1
        if len(digests) > 1:
            failed.append(f"values differ between runs: {digests}")
        if time.monotonic() - start >= arguments.seconds:
            break
    hours, rest = divmod(int(time.monotonic() - start), 3600)
    print(f"{events} events, {sum(totals.values())} faults ({', '.join(f'{n} {kind}' for kind, n in totals.items())}) "
          f"in {hours} h {rest // 60} min {rest % 60} s: "
          f"{'; '.join(failed) or 'none lost, none doubled, the same values everywhere'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
