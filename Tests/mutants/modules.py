#!/usr/bin/env python3
"""Makes mistakes in Swift modules, and reports those that no test notices.

    Tests/mutants/modules.py MODULE… [--count 30] [--seed 1] [--list] [--save]
    Tests/mutants/modules.py --all

The mistakes are drawn by a seed from the places that sites.py finds. Those of all modules are compiled at once, into a copy of the
package in .build/mutants (tree.py), which takes as long as a build of the tests; afterwards only what has changed is compiled. Each
suite then runs once to find which mistakes it reaches, and each mistake is switched on for a run of the suites that reach it.

Mistakes that change nothing that could be observed are listed in equivalent.tsv, with the reason; they do not count. The exit code is
1 if a score is below the module's floor in scores.tsv. --save writes the scores there: a new floor is five points below the score,
at most the goal, and a floor that is there only rises.
"""
import argparse
import json
import mmap
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time

import tree
from tree import BUNDLE, PER_MODULE, ROOT, SIZE, TREE, WORK

GOALS = {"Sources": 90, "Plugins": 85}
# Programs of the tests that run `perilune` beside other servers.
CLUSTER = ["Tests/Cluster/commands.py", "Tests/Cluster/cluster.py --servers 1 --faults 4 --events 1500 --server /usr/sbin/nats-server"]
NATS = ["Tests/Runs/nats.py --kills 3 --events 2000"]
KAFKA = ["Tests/Runs/kafka.py --kills 3 --events 2000"]
# Where the suites are not those of the module's own name: targets, beginnings of the names of suites, or programs.
SUITES = {
    "LineEditing": ["IntegrationTests.Repl"],
    "Perilune": ["PeriluneTests", "PeriluneLibraryTests", "CodecsPluginTests"],
    "PeriluneCommand": ["ScriptsTests", "ReferenceTests", "IntegrationTests", "Tests/Cluster/commands.py"],
    "PeriluneCore": ["PeriluneCoreTests", "CodecsPluginTests", "PeriluneTests"],
    "PeriluneFiles": ["PeriluneFilesTests", "CodecsPluginTests", "PeriluneTests"],
    "FilesPlugin": ["FilesPluginTests", "IntegrationTests.Rotation", "Tests/Runs/files.py --kills 3"],
    "KafkaPlugin": ["KafkaPluginTests", *KAFKA],
    "NATSPlugin": ["NATSPluginTests", *NATS],
    "PeriluneCluster": ["PeriluneClusterTests", "NATSPluginTests", *CLUSTER],
    "PeriluneKafka": ["KafkaPluginTests", *KAFKA],
    "PeriluneJSON": ["PeriluneJSONTests", "CodecsPluginTests", "PeriluneLuaTests.Trace", "PeriluneTests.Explanation"],
    "PeriluneLibrary": ["PeriluneLibraryTests", "ReferenceTests"],
    "PeriluneLua": ["PeriluneLuaTests", "StreamsPluginTests", "PeriluneTests", "PeriluneTestingTests", "IntegrationTests.Repl"],
    "PeriluneLinks": ["PeriluneLinksTests", "LinkDrillPluginTests", "URLPatternsPluginTests"],
    "PeriluneMessages": ["NATSPluginTests", "KafkaPluginTests", *NATS, *KAFKA],
    "PeriluneNATS": ["NATSPluginTests", "PeriluneClusterTests", *NATS],
    "PeriluneHTTP": ["PeriluneHTTPTests", "HTTPPluginTests", "WebhooksPluginTests", "IntegrationTests.Serve"],
    "PeriluneStore": ["PeriluneStoreTests", "PeriluneTests", "IntegrationTests.Store", "IntegrationTests.Quarantine"],
    "PeriluneTesting": ["PeriluneTestingTests", "ScriptsTests", "IntegrationTests.TestCommand"],
    "PeriluneTestKit": ["PeriluneCoreTests", "PeriluneStoreTests", "PeriluneTests.Conformance"],
    "PeriluneCommandKit": ["PeriluneCommandKitTests", "IntegrationTests"],
}
SCORES = ROOT / "Tests/mutants/scores.tsv"
MEMORY = 8 << 30


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def is_program(suite):
    return suite.startswith("Tests/")


def command(suites, test, without):
    """What runs suites of the test binary, or one program; of the suites, one test or all others."""
    if is_program(suites[0]):
        return suites[0].split()
    names = "|".join(name.replace(".", r"\.") for name in suites)
    some = [option for name in without for option in ("--skip", f"^({names})/`?{re.escape(name)}")]
    return [str(BUNDLE), "--testing-library", "swift-testing", "--filter", f"^({names})/`?{re.escape(test)}", *some]


def run(suites, limit, test="", without=(), **variables):
    """Whether a test fails, by its name; None if they take longer than `limit` seconds."""
    # A test binary has a process group of its own, and so have the programs that it starts.
    process = subprocess.Popen(
        command(suites, test, without), cwd=TREE,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", start_new_session=True, preexec_fn=limited)

    is_late = threading.Event()

    def end():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def stop():
        is_late.set()
        end()

    timer = threading.Timer(limit, stop)
    timer.start()
    try:
        for line in process.stdout:
            found = re.search(r"Test `?(.+?)`?\(.*\) recorded an issue", line)
            if found and "PERILUNE_MUTANT" in variables:
                return found.group(1)
        failed = process.wait() != 0
        return None if is_late.is_set() else failed and suites[0]
    finally:
        timer.cancel()
        end()
        process.wait()


class Suites:
    """The suites of the tests, how long each takes, and which mistakes it reaches."""

    def __init__(self):
        result = subprocess.run([str(BUNDLE), "--testing-library", "swift-testing", "--list-tests"], cwd=TREE, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.names = sorted({line.split("/")[0] for line in result.stdout.splitlines() if "/" in line})
        self.memory = WORK / "reached.json"
        self.build = BUNDLE.stat().st_mtime_ns
        self.known = self.remembered()

    def remembered(self):
        found = json.loads(self.memory.read_text()) if self.memory.exists() else {}
        return {name: known for name, known in found.items() if known["build"] == self.build}

    def look(self, names):
        """Runs suites of which it is not known what they reach; those that fail without a mistake are left out."""
        for name in names:
            if name in self.known:
                continue
            file = WORK / f"reached-{os.getpid()}"
            file.write_bytes(bytes(SIZE))
            begun = time.monotonic()
            fails = run([name], 600, PERILUNE_MUTANTS_REACHED=str(file)) is not False
            seconds = time.monotonic() - begun
            with file.open("rb") as opened, mmap.mmap(opened.fileno(), SIZE, access=mmap.ACCESS_READ) as memory:
                reached = [number for number, value in enumerate(memory[:]) if value]
            if fails:
                print(f"left out, as it fails without a mistake: {name}", flush=True)
                reached = []
            self.known[name] = {"build": self.build, "seconds": seconds, "reached": reached}
            file.unlink()
            # Another measurement may run at the same time.
            self.known = self.remembered() | self.known
            new = self.memory.with_suffix(f".{os.getpid()}")
            new.write_text(json.dumps(self.known))
            new.rename(self.memory)

    def of(self, module):
        targets = SUITES.get(module.name, [f"{module.name}Tests"])
        return [name for name in self.names
                if any(name.startswith(target if "." in target else f"{target}.") for target in targets
                       if not is_program(target))] + list(filter(is_program, targets))

    def reaching(self, number, names):
        """The suites that reach a mistake: those that are quick, the others, and each program."""
        reaching = [name for name in names if number in self.known[name]["reached"]]
        found = sorted((self.known[name]["seconds"], name) for name in reaching if not is_program(name))
        quick, slow, seconds = [], [], 0
        for took, name in found:
            seconds += took
            (quick if seconds < 4 else slow).append(name)
        return [some for some in (quick, slow) if some] + [[name] for name in reaching if is_program(name)]

    def seconds(self, names):
        return sum(self.known[name]["seconds"] for name in names)


def notices(suites, limit, number):
    """Whether suites fail with a mistake, or do not end.

    On a busy machine a test that depends on times may fail without it: what fails must fail twice."""
    others = []
    while len(others) < 3:
        failed = run(suites, limit, without=others, PERILUNE_MUTANT=str(number))
        if failed is False:
            return False
        # A crash is of no test.
        test = failed if failed and failed != suites[0] else ""
        if run(suites, 2 * limit, test, PERILUNE_MUTANT=str(number)) is not False:
            return True
        if not test:
            return False
        others.append(test)
    return False


def score(module, suites):
    """Runs the mistakes of a module; returns how many there are, and those that are not noticed."""
    names = suites.of(module)
    suites.look(names)
    missed, mistakes, begun = [], module.mistakes(), time.monotonic()
    for number, site in mistakes.items():
        groups = suites.reaching(number, names)
        noticed = any(notices(some, 15 + 4 * suites.seconds(some), number) for some in groups)
        if not noticed:
            missed.append(site)
        print("red    " if noticed else "GREEN  " if groups else "UNMET  ", number, site, flush=True)
    print(f"{module.name}: {len(mistakes) - len(missed)} of {len(mistakes)} noticed, "
          f"{module.places} places, {time.monotonic() - begun:.0f} s", flush=True)
    return len(mistakes), missed


def floors():
    found = {}
    for line in SCORES.read_text().splitlines() if SCORES.exists() else []:
        if line and not line.startswith("#"):
            name, floor, *_ = line.split("\t")
            found[name] = int(floor), line
    return found


def save(results):
    known = floors()
    for name, (share, goal, count, missed) in results.items():
        floor = max(known[name][0] if name in known else 0, min(goal, max(0, share - 5)))
        known[name] = floor, f"{name}\t{floor}\t{share}\t{count}\t{count - missed}"
    SCORES.write_text("# Written by modules.py --save. Floors and scores are per cent.\n# module\tfloor\tscore\tmistakes\tnoticed\n"
                      + "".join(known[name][1] + "\n" for name in sorted(known)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="show the mistakes that would be drawn")
    parser.add_argument("--save", action="store_true", help="write the scores to scores.tsv")
    options = parser.parse_args()
    folders, left_out = tree.modules(), tree.equivalents()
    names = list(folders) if options.all else options.modules
    unknown = [name for name in names if name not in folders]
    if unknown or not names:
        sys.exit(f"no module {' '.join(unknown)}; there are {' '.join(folders)}")
    modules = {name: tree.Module(name, folder, PER_MODULE * at, options.count, options.seed, left_out)
               for at, (name, folder) in enumerate(folders.items(), 1)}
    for name in [name for name in names if not modules[name].places]:
        print(f"{name} has no place for a mistake")
        names.remove(name)
    if options.list:
        return print("\n".join(str(site) for name in names for site in modules[name].chosen))
    TREE.mkdir(parents=True, exist_ok=True)
    tree.build(list(modules.values()))
    suites, results, below = Suites(), {}, []
    for name in names:
        count, missed = score(modules[name], suites)
        share = round(100 * (count - len(missed)) / max(1, count))
        results[name] = share, GOALS[folders[name].parent.name], count, len(missed)
        if share < floors().get(name, (results[name][1],))[0]:
            below.append(name)
        if options.save:
            save({name: results[name]})
    for name, (share, goal, count, missed) in results.items():
        print(f"{name}: {share} % of {count}, goal {goal} %")
    if below:
        sys.exit(f"below the floor: {' '.join(below)}")


if __name__ == "__main__":
    main()
