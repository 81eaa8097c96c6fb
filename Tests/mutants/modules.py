#!/usr/bin/env python3
"""Makes mistakes in Swift modules, and reports those that no test of the module notices.

    Tests/mutants/modules.py MODULE… [--count 40] [--seed 1] [--list]
    Tests/mutants/modules.py --all

The mistakes are drawn by a seed from the places that sites.py finds. All mistakes of a module are compiled at once, into a copy of the
package in .build/mutants; the environment variable PERILUNE_MUTANT switches one of them on, for a run of the module's suites.

Mistakes that change nothing that could be observed are listed in equivalent.tsv, with the reason; they do not count. The exit code is
1 if the suites of a module of Sources notice fewer than 90 of 100 mistakes, those of a plugin fewer than 85.
"""
import argparse
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time

from sites import sites

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / ".build/mutants/tree"
COPIED = ("Package.swift", "Sources", "Plugins", "Tests")
FLOORS = {"Sources": 0.90, "Plugins": 0.85}
# Where the suites are not those of the module's own name.
SUITES = {
    "LineEditing": ["IntegrationTests"],
    "PeriluneCommand": ["ScriptsTests", "ReferenceTests", "IntegrationTests"],
    "PeriluneFoundation": ["PeriluneTests", "IntegrationTests"],
    "PeriluneKafka": ["KafkaPluginTests"],
    "PeriluneMessages": ["NATSPluginTests", "KafkaPluginTests"],
    "PeriluneNATS": ["NATSPluginTests"],
    "PeriluneTestKit": ["PeriluneCoreTests", "PeriluneStoreTests"],
}
SWITCH = """
import Glibc
private let mutantNumber = getenv("PERILUNE_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
/// Whether this mistake is made.
func mutant(_ number: Int) -> Bool { number == mutantNumber }
"""


def modules():
    """The folder of each module of Swift, by its name."""
    found = {folder.name: folder for folder in (ROOT / "Sources").iterdir() if any(folder.rglob("*.swift"))}
    found |= {f"{folder.name}Plugin": folder for folder in (ROOT / "Plugins").iterdir()}
    return dict(sorted(found.items()))


def copy():
    """Brings the copy up to date; files that are the same stay, so that their modules are not compiled again."""
    wanted = set()
    for path in subprocess.run(["git", "ls-files", "-z", *COPIED], cwd=ROOT, check=True, capture_output=True,
                               text=True).stdout.split("\0"):
        source, target = ROOT / path, TREE / path
        if not path or not os.path.lexists(source):
            continue
        wanted.add(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            if not target.is_symlink():
                target.symlink_to(os.readlink(source))
            continue
        data = source.read_bytes()
        if path == "Package.swift":
            data = data.replace(b".treatAllWarnings(as: .error),", b"")
        if not target.exists() or target.read_bytes() != data:
            target.write_bytes(data)
            target.chmod(source.stat().st_mode)
    for folder in COPIED[1:]:
        for target in (TREE / folder).rglob("*"):
            if target.is_file() and target not in wanted:
                target.unlink()
    for other in ROOT.iterdir():
        if not other.name.startswith(".") and other.name not in COPIED and not (TREE / other.name).exists():
            (TREE / other.name).symlink_to(other)


def files(folder):
    """The sources of a module; not the commands that a plugin has in a target of their own."""
    return [file for file in sorted(folder.rglob("*.swift"))
            if "Commands" not in file.relative_to(folder).parts[:1] and "SDK" not in file.relative_to(folder).parts[:1]]


def write(folder, chosen):
    """Writes the module with all mistakes into the copy."""
    lines = {}
    for number, site in enumerate(chosen, 1):
        if site:
            text = lines.setdefault(site.file, (ROOT / site.file).read_text().split("\n"))
            text[site.line] = site.made(number)
    for file in files(folder):
        name = str(file.relative_to(ROOT))
        text = "\n".join(lines[name]) if name in lines else file.read_text()
        if (TREE / name).read_text() != text:
            (TREE / name).write_text(text)
    (TREE / folder.relative_to(ROOT) / "Mutant.swift").write_text(SWITCH)


def build(name, folder, chosen):
    """Compiles; mistakes that the compiler rejects become None."""
    environment = {**os.environ, "PERILUNE_TESTS": ",".join(suites(name))}
    for _ in range(12):
        write(folder, chosen)
        result = subprocess.run(["swift", "build", "--build-tests"], cwd=TREE, env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode == 0:
            return
        rejected = set()
        for path, line in re.findall(r"^(/\S+?\.swift):(\d+):\d+: error:", result.stdout, re.MULTILINE):
            near = [(abs(site.line + 1 - int(line)), number) for number, site in enumerate(chosen)
                    if site and str(TREE / site.file) == path]
            if near:
                rejected.add(min(near)[1])
        if not rejected:
            sys.exit(f"{name} cannot be compiled:\n{result.stdout[-3000:]}")
        for number in rejected:
            chosen[number] = None
    sys.exit(f"{name} cannot be compiled after twelve attempts")


def suites(name):
    return SUITES.get(name, [f"{name}Tests"])


def notices(number, limit):
    """Whether the tests fail, or take longer than `limit` seconds, with a mistake; 0 for none."""
    # A test binary has a process group of its own, and so have the programs that it starts.
    process = subprocess.Popen(
        [str(TREE / ".build/debug/perilunePackageTests.xctest"), "--testing-library", "swift-testing"], cwd=TREE,
        env={**os.environ, "PERILUNE_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no"}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)

    def end():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    timer = threading.Timer(limit, end)
    timer.start()
    try:
        for line in process.stdout:
            if "recorded an issue" in line and number:
                return True
        return process.wait() != 0
    finally:
        timer.cancel()
        end()
        process.wait()


def equivalents():
    found = {}
    for line in (ROOT / "Tests/mutants/equivalent.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            file, kind, text, _ = line.split("\t")
            found[file, kind, text] = True
    return found


def check(name, folder, options):
    """Returns whether enough mistakes are noticed."""
    known = equivalents()
    everything = [site for file in files(folder)
                  for site in sites(str(file.relative_to(ROOT)), file.read_text())
                  if (site.file, site.kind, site.was.strip()) not in known]
    dice = random.Random(f"{options.seed} {name}")
    # More than wanted: the compiler rejects some.
    chosen = dice.sample(everything, min(len(everything), options.count * 5 // 4))
    if options.list:
        print("\n".join(map(str, chosen)))
        return True
    copy()
    build(name, folder, chosen)
    numbers = [number for number, site in enumerate(chosen, 1) if site][:options.count]
    start = time.monotonic()
    if notices(0, 1800):
        sys.exit(f"the tests of {name} fail without a mistake")
    seconds = time.monotonic() - start
    missed = []
    for number in numbers:
        noticed = notices(number, 20 + 3 * seconds)
        if not noticed:
            missed.append(chosen[number - 1])
        print("red  " if noticed else "GREEN", chosen[number - 1], flush=True)
    (TREE / folder.relative_to(ROOT) / "Mutant.swift").unlink()
    share = 1 - len(missed) / max(1, len(numbers))
    print(f"{name}: {len(numbers) - len(missed)} of {len(numbers)} noticed, {100 * share:.0f} %; "
          f"{len(everything)} places, {seconds:.1f} s a run")
    for site in missed:
        print("not noticed:", site)
    return share >= FLOORS[folder.parent.name]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="show the places that would be drawn")
    options = parser.parse_args()
    folders = modules()
    names = list(folders) if options.all else options.modules
    unknown = [name for name in names if name not in folders]
    if unknown or not names:
        sys.exit(f"no module {' '.join(unknown)}; there are {' '.join(folders)}")
    TREE.mkdir(parents=True, exist_ok=True)
    below = [name for name in names if not check(name, folders[name], options)]
    if below:
        sys.exit(f"below the floor: {' '.join(below)}")


if __name__ == "__main__":
    main()
