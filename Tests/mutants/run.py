#!/usr/bin/env python3
"""Makes each mistake of mutants.txt alone and reports those that no test detects.

    Tests/mutants/run.py [--only TEXT] [--list]

The tests are built once; for each mistake one C file is compiled and the tests are linked beside the others. First the
tests that the list names run, then, if they pass, all that concern the bridge. It ends with 1 if fewer than 95 of 100
mistakes turn a test red, or if a mistake is not to be found in its file.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import threading
import time

from tree import SWIFT_BUILD

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources/CPeriluneLua"
WORK = ROOT / ".build/mutants"
ALL = "PeriluneLuaTests"
ENOUGH = 0.95


class Mistake:
    def __init__(self, file, tests, was, now):
        self.file, self.tests = file, tests
        self.was, self.now = (text.strip().replace("\\n\n", "\n") for text in (was, now))
        # In the list a line end is written as \n before a space, or at the end.
        self.was, self.now = re.sub(r"\\n(?= |$)", "\n", was), re.sub(r"\\n(?= |$)", "\n", now)

    def __str__(self):
        return "%s: %s ==> %s" % (self.file, self.was.strip()[:70], self.now.strip()[:50])

    def source(self):
        text = (SOURCES / self.file).read_text()
        if text.count(self.was) != 1:
            sys.exit("'%s' occurs %d times in %s" % (self.was, text.count(self.was), self.file))
        return text.replace(self.was, self.now)


def mistakes():
    found, file, tests = [], None, None
    for line in (ROOT / "Tests/mutants/mutants.txt").read_text().splitlines():
        if line.startswith("#") or not line:
            continue
        if " ==> " in line:
            was, now = line.split(" ==> ", 1)
            found.append(Mistake(file, tests, was, now))
        else:
            file, tests = line.split()
    return found


def run(command, **options):
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          **options)


class Build:
    """The commands with which the tests were built."""

    def __init__(self):
        WORK.mkdir(parents=True, exist_ok=True)
        self.seconds = {}
        log = WORK / "build.log"
        if not log.exists() or "-emit-executable" not in log.read_text():
            # One file to compile, so that the log has its command and that of the linker.
            (SOURCES / "matcher.c").touch()
            log.write_text(run([*SWIFT_BUILD, "--build-tests", "-v"]).stdout)
        lines = log.read_text().splitlines()
        self.compile = next(line for line in lines if line.endswith("matcher.c.o") and "clang" in line)
        self.link = next(line for line in lines if "clang" in line and "-pie" in line and "PackageTests.xctest" in line
                         and "matcher.c.o" in line)
        self.bundle = re.search(r"-o (\S+PackageTests\.xctest)", self.link).group(1)

    def objects(self, file):
        """The C files that include `file`, or the file itself."""
        if file.endswith(".c"):
            return [file]
        return [path.name for path in SOURCES.glob("*.c") if '"%s"' % file in path.read_text()]

    def make(self, mistake):
        """Compiles a copy of the sources with the mistake, and links; returns the bundle."""
        folder = WORK / "Sources"
        run(["rm", "-rf", str(folder)])
        run(["cp", "-r", str(SOURCES), str(folder)])
        (folder / mistake.file).write_text(mistake.source())
        link = self.link.replace(self.bundle, str(WORK / "mutant.xctest"))
        for name in self.objects(mistake.file):
            was = re.search(r"\S+/%s\.o" % re.escape("matcher.c"), self.compile).group(0)
            object_file = WORK / (name + ".o")
            command = self.compile.replace(str(SOURCES / "matcher.c"), str(folder / name)).replace(was, str(object_file))
            command = re.sub(r"-index-store-path \S+|-MD|-MT \S+|-MF \S+", "", command)
            result = run(shlex.split(command))
            if result.returncode:
                sys.exit("%s\n%s" % (mistake, result.stdout))
            link = link.replace(was.replace("matcher.c.o", name + ".o"), str(object_file))
        result = run(shlex.split(link.replace(" -v ", " ")))
        if result.returncode:
            sys.exit("%s\n%s" % (mistake, result.stdout[-2000:]))
        return WORK / "mutant.xctest"

    def is_noticed(self, bundle, tests):
        command = ["env", "SWIFT_BACKTRACE=enable=no", str(bundle), "--testing-library", "swift-testing", "--filter", tests]
        if tests not in self.seconds:
            # How long the tests take without a mistake, on this machine and now.
            start = time.monotonic()
            if run([word.replace(str(bundle), self.bundle) for word in command]).returncode:
                sys.exit("the tests fail without any mistake: " + tests)
            self.seconds[tests] = time.monotonic() - start
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace")
        timer = threading.Timer(20 + 2 * self.seconds[tests], process.kill)     # it hangs
        timer.start()
        try:
            for line in process.stdout:
                if "recorded an issue" in line:
                    process.kill()
                    return True
            return process.wait() != 0
        finally:
            timer.cancel()
            process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--first", type=int, default=1, help="begin with the nth mistake")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--quick", action="store_true", help="run only the tests that the list names")
    options = parser.parse_args()
    chosen = [mistake for mistake in mistakes() if options.only in str(mistake)]
    for mistake in chosen:
        mistake.source()
    print(len(chosen), "mistakes")
    if options.list:
        return
    build = Build()
    missed = []
    for number, mistake in enumerate(chosen[options.first - 1:], options.first):
        bundle = build.make(mistake)
        noticed = build.is_noticed(bundle, mistake.tests)
        noticed = noticed or not options.quick and build.is_noticed(bundle, ALL)
        if not noticed:
            missed.append(mistake)
        print("%3d %s %s" % (number, "red  " if noticed else "GREEN", mistake), flush=True)
    share = 1 - len(missed) / max(len(chosen), 1)
    print("%d of %d noticed, %.1f %%" % (len(chosen) - len(missed), len(chosen), 100 * share))
    for mistake in missed:
        print("not noticed:", mistake)
    sys.exit(share < ENOUGH)


if __name__ == "__main__":
    main()
