#!/usr/bin/env python3
"""Runs every attack file in process, serve, check, test and repl: the command survives, the next event of the same
script is decided, and memory returns.

    Tests/attacks.py [--only TEXT] [--modes process,serve,check,test,repl] [--expect]

The files are those of Tests/PeriluneLuaTests/Attacks and Tests/Attacks; the tests of PeriluneLuaTests run them in a host
that is embedded. PERILUNE names the binary; the default is the debug build. --expect writes to the files of
Tests/Attacks how they end in `process`.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
PERILUNE = os.environ.get("PERILUNE", str(ROOT / ".build/debug/perilune"))
LIMIT = 0.05              # seconds, the default of --time-limit
GRACE = 0.1
ENDINGS = {"script.time": "time", "script.memory": "memory"}

RULE = """local function attack(commander, event)
%s
end
return { on = "attack.%s", key = "id", execute = function(event, commander)
  if event.data.attack then attack(commander, event) end
  commander:emit("alive %s")
end%s }
"""
CASES = """return {
  { name = "attack", events = { %(attack)s } },
  { name = "next", events = { %(next)s }, emitted = { "alive %(name)s" } },
}
"""


def attacks(only):
    files = sorted((ROOT / "Tests/PeriluneLuaTests/Attacks").glob("*.lua")) + sorted((ROOT / "Tests/Attacks").glob("*.lua"))
    return {re.sub(r"\W", "_", file.stem): file for file in files if only in file.name}


def event(name, is_attack):
    return {"specversion": "1.0", "id": "%s %s" % (name, "attack" if is_attack else "next"), "source": "/attacks/" + name,
            "type": "attack." + name, "data": {"attack": is_attack}}


def write_scripts(folder, files):
    folder.mkdir()
    for name, file in files.items():
        (folder / (name + ".lua")).write_text(RULE % (file.read_text(), name, name, ""))
    return [argument for name in files for argument in ("-s", str(folder / (name + ".lua")))]


def run(arguments, seconds, **options):
    """Runs the command; fails if a signal ended it, or nothing did."""
    try:
        result = subprocess.run([PERILUNE] + arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds,
                                text=True, errors="replace", **options)
    except subprocess.TimeoutExpired:
        sys.exit("perilune %s: not finished after %d s" % (arguments[0], seconds))
    if result.returncode < 0:
        sys.exit("perilune %s: ended by signal %d\n%s" % (arguments[0], -result.returncode, result.stderr[-2000:]))
    return result


def expect_alive(mode, text, files):
    missing = [name for name in files if "alive %s\"" % name not in text and "alive %s\n" % name not in text]
    if missing:
        sys.exit("%s: the next event was not decided after %s" % (mode, ", ".join(missing)))


def in_process(folder, files, endings):
    scripts = write_scripts(folder / "rules", files)
    (folder / "log.jsonl").write_text("".join(json.dumps(event(name, is_attack)) + "\n"
                                              for name in files for is_attack in (True, False)))
    start = time.monotonic()
    run(["process", "log.jsonl", "-o", "out.jsonl", "--records", "records.jsonl", "--quarantine", "failed.jsonl"] + scripts,
        len(files) * 5 + 60, cwd=folder)
    seconds = time.monotonic() - start
    expect_alive("process", (folder / "out.jsonl").read_text(), files)
    slow = 0
    for line in (folder / "records.jsonl").read_text().splitlines():
        record = json.loads(line)
        name, what = record["event"].split()
        code = (record.get("error") or {}).get("code")
        if what == "attack":
            endings.setdefault(name, set()).add(ENDINGS.get(code, "error" if code else "harmless"))
        elif record["outcome"] != "handled":
            sys.exit("process: the event after %s was not handled: %s" % (name, line))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print("process: %d attacks in %.1f s, peak memory %d MB" % (len(files), seconds, peak))


def resident(process):
    for line in pathlib.Path("/proc/%d/status" % process.pid).read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) >> 10
    return 0


def in_serve(folder, files, endings):
    scripts = write_scripts(folder / "served", files)
    process = subprocess.Popen([PERILUNE, "serve", "--listen", "127.0.0.1:0", "--output", "served.jsonl", "--no-control",
                                "--records", str(folder / "served-records.jsonl")] + scripts,
                               cwd=folder, stderr=subprocess.PIPE, text=True)
    address = None
    while address is None:
        line = process.stderr.readline()
        if not line:
            sys.exit("serve: it did not start")
        found = re.search(r"127\.0\.0\.1:\d+", line)
        address = found and found.group(0)
    # Somebody has to read what scripts log.
    threading.Thread(target=lambda: [None for _ in process.stderr], daemon=True).start()
    try:
        send_all(process, address, folder, files)
    finally:
        process.kill()


def send_all(process, address, folder, files):
    output = folder / "served.jsonl"

    def post(*events):
        request = urllib.request.Request("http://%s/events" % address, json.dumps(events).encode(),
                                         {"Content-Type": "application/cloudevents-batch+json"})
        return urllib.request.urlopen(request, timeout=60).status

    times, memory = [], []
    for turn in range(2):
        for name in files:
            first, second = event(name, True), event(name, False)
            for each in first, second:
                each["id"] += " %d" % turn
            start = time.monotonic()
            post(first, second)
            while True:
                if process.poll() is not None:
                    sys.exit("serve: it ended with %s at %s" % (process.returncode, name))
                if decided(folder, name, turn):
                    break
                if time.monotonic() - start > 20:
                    sys.exit("serve: the event after %s was not decided in 20 s" % name)
                time.sleep(0.005)
            times.append((time.monotonic() - start, name))
        memory.append(resident(process))
    expect_alive("serve", output.read_text(), files)
    process.send_signal(signal.SIGTERM)
    if process.wait(30) != 0:
        sys.exit("serve: it ended with %s" % process.returncode)
    times.sort()
    late = [name for seconds, name in times if seconds > LIMIT + GRACE]
    print("serve: from the attack to the decision of the next event: median %.0f ms, 99 of 100 within %.0f ms, longest "
          "%.0f ms (%s); over %.0f ms: %d of %d" % (times[len(times) // 2][0] * 1000, times[len(times) * 99 // 100][0] * 1000,
                                                    times[-1][0] * 1000, times[-1][1], (LIMIT + GRACE) * 1000, len(late),
                                                    len(times)))
    print("serve: memory after the attacks %d MB, after all of them again %d MB" % tuple(memory))
    if memory[1] > memory[0] + 64:
        sys.exit("serve: memory did not return")


def decided(folder, name, turn):
    records = folder / "served-records.jsonl"
    if not records.exists():
        return False
    with records.open("rb") as file:
        file.seek(max(0, records.stat().st_size - 20000))
        return b"\"%s next %d\"" % (name.encode(), turn) in file.read()


def in_check(folder, files, endings):
    write_scripts(folder / "checked", files)
    start = time.monotonic()
    run(["check", str(folder / "checked")], len(files) * 5 + 60)
    # At the top of a file, too.
    (folder / "top").mkdir()
    for name, file in files.items():
        (folder / "top" / (name + ".lua")).write_text(file.read_text() + "\nreturn { execute = function() end }\n")
    for name in files:
        run(["check", str(folder / "top" / (name + ".lua"))], 30)
    print("check: %.1f s" % (time.monotonic() - start))


def in_test(folder, files, endings):
    write_scripts(folder / "tested", files)
    for name in files:
        case = {"name": name}
        for what in "attack", "next":
            case[what] = "{ specversion = '1.0', id = '%s', source = '/a', type = 'attack.%s', data = { attack = %s } }" % (
                what, name, "true" if what == "attack" else "false")
        (folder / "tested" / (name + "_test.lua")).write_text(CASES % case)
    start = time.monotonic()
    result = run(["test", str(folder / "tested"), "--json"], len(files) * 10 + 60)
    failed = [case for file in json.loads(result.stdout)["files"] for case in file.get("cases", [])
              if case["name"] == "next" and case.get("failures")]
    if failed:
        sys.exit("test: the next event failed: %s" % json.dumps(failed[:3]))
    print("test: %.1f s" % (time.monotonic() - start))


def in_repl(folder, files, endings):
    text = "".join("do\n%s\nend\n\"alive %s\"\n" % (file.read_text(), name) for name, file in files.items())
    start = time.monotonic()
    result = run(["repl"], len(files) * 5 + 60, input=text)
    expect_alive("repl", result.stdout, files)
    print("repl: %.1f s" % (time.monotonic() - start))


def write_expectations(endings):
    for file in (ROOT / "Tests/Attacks").glob("*.lua"):
        found = endings.get(re.sub(r"\W", "_", file.stem))
        if found:
            text = file.read_text()
            known = set(re.search(r"-- expect: (.*)", text).group(1).split("|")) - {"?"}
            line = "-- expect: " + "|".join(sorted(known | found))
            file.write_text(re.sub(r"-- expect: .*", line, text, count=1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--modes", default="process,serve,check,test,repl")
    parser.add_argument("--expect", action="store_true")
    options = parser.parse_args()
    files = attacks(options.only)
    print(len(files), "attacks,", PERILUNE)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="perilune-attacks-"))
    endings = {}
    try:
        for mode in options.modes.split(","):
            globals()["in_" + mode](folder, files, endings)
            sys.stdout.flush()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if options.expect:
        write_expectations(endings)


if __name__ == "__main__":
    main()
