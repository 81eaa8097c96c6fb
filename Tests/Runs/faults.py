#!/usr/bin/env python3
"""Lets the disk, the store, the clock and the process fail under `perilune process --store` and `perilune serve`.

    sudo Tests/Runs/faults.py [--only NAME] [--perilune FILE]

Each case brings about one fault, compares exit code and message with the table in Documentation/Operations.md, ends the fault,
and goes on. In the end the files of a run must have the bytes that a run without the fault writes, and a server must have
one record for each event that it accepted. Without root, the cases with a small disk or another user are skipped. The exit
code is 1 if anything is wrong.
"""

import argparse
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = """
local state = require "state"
return { on = "test.*", key = "source", execute = function(event, commander)
  state.count = (state.count or 0) + 1
  if event.data.fail then error("no") end
  local sum = 0
  for i = 1, 12000 do sum = sum + i end
  commander:emit({ event.id, state.count }, state.count % 3 == 0 and "third" or nil)
end }
"""
SETTINGS = 'return { scripts = "rule.lua", outputs = { third = { file = "third.jsonl" } } }\n'
EVENTS = 20_000
FILES = ("out.jsonl", "third.jsonl", "records.jsonl", "bad.jsonl")


class Wrong(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Wrong(text)


class Place:
    """A folder with rule and log; what the run writes is in `disk`."""

    def __init__(self, perilune, folder, disk=None):
        self.perilune, self.folder, self.disk = perilune, folder, disk or folder
        (folder / "log.jsonl").write_text("".join(
            json.dumps({"specversion": "1.0", "id": str(number), "source": f"s{number % 97}", "type": "test.made",
                        "data": {"fail": number % 997 == 0, "text": "x" * (number % 200)}}) + "\n"
            for number in range(EVENTS)))
        for home in {folder, self.disk}:
            (home / "rule.lua").write_text(RULE)
            (home / "perilune.lua").write_text(SETTINGS)

    def command(self, *more):
        return [self.perilune, "process", str(self.folder / "log.jsonl"), "-s", "rule.lua", "--store", "run.db",
                "-o", "out.jsonl", "--records", "records.jsonl", "--quarantine", "bad.jsonl", "--no-progress", *more]

    def run(self, *more, prefix=(), **others):
        return subprocess.run([*prefix, *self.command(*more)], cwd=self.disk, capture_output=True, text=True,
                              check=False, **others)

    def start(self, **others):
        return subprocess.Popen(self.command(), cwd=self.disk, stderr=subprocess.PIPE, text=True, **others)

    def results(self):
        store = sqlite3.connect(self.disk / "run.db")
        state = list(store.execute("SELECT script, key, value FROM state ORDER BY script, key"))
        state += list(store.execute("SELECT source, event FROM quarantine ORDER BY source"))
        store.close()
        return [(self.disk / name).read_bytes() for name in FILES], state

    def clear(self):
        for file in self.disk.iterdir():
            if file.name.startswith(("run.db", *FILES)):
                file.unlink()

    def wait_for_commit(self, child):
        """Waits until the run has committed something and still goes on."""
        for _ in range(2000):
            expect(child.poll() is None, f"the run ended too early: {child.returncode}")
            if position(self.disk) > 1:
                return
            time.sleep(0.01)
        raise Wrong("the run does not commit")


def position(disk):
    try:
        store = sqlite3.connect(f"file:{disk / 'run.db'}?mode=ro", uri=True)
        row = store.execute("SELECT line FROM position").fetchone()
        store.close()
        return row[0] if row else 0
    except sqlite3.Error:
        return 0


class Server:
    def __init__(self, place, *more, env=None, prefix=()):
        self.place = place
        self.child = subprocess.Popen(
            [*prefix, place.perilune, "serve", "--listen", "127.0.0.1:0", "--store", "events.db", "--records",
             "served.jsonl", *more], cwd=place.disk, stderr=open(place.disk / "messages", "a"), env=env)
        self.address = None
        for _ in range(1000):
            text = (place.disk / "messages").read_text()
            if "http://" in text.split("\x00")[-1]:
                self.address = text.rsplit("http://", 1)[1].split()[0].rstrip("/,")
                if self.send_status([])[0] != 0:
                    return
            expect(self.child.poll() is None, "serve did not start: " + text)
            time.sleep(0.01)
        raise Wrong("serve did not start")

    def send_status(self, ids, size=1):
        events = [{"specversion": "1.0", "id": str(i), "source": "s", "type": "test.made",
                   "data": {"text": "x" * size}} for i in ids]
        request = urllib.request.Request(f"http://{self.address}/events", json.dumps(events).encode(),
                                         {"Content-Type": "application/cloudevents-batch+json"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def send(self, ids, size=1):
        """Sends until it is accepted, as a sender does."""
        for _ in range(200):
            status, answer = self.send_status(ids, size)
            if 200 <= status < 300:
                return
            time.sleep(0.1)
        raise Wrong(f"the server does not accept events: {status} {answer}")

    def end(self):
        self.child.send_signal(signal.SIGTERM)
        return self.child.wait(60)


def check_records(place, count):
    records = [json.loads(line)["event"] for line in (place.disk / "served.jsonl").read_text().splitlines()]
    expect(sorted(records, key=int) == [str(number) for number in range(count)],
           f"{len(records)} records, {len(set(records))} different, of {count} events")


def check_end(run, code, text):
    expect(run.returncode == code and text in run.stderr, f"exit code {run.returncode}: {run.stderr[-300:]}")


def goes_on(place, expected):
    run = place.run()
    expect(run.returncode == 2, f"the run does not go on: {run.returncode} {run.stderr[-300:]}")
    expect(place.results() == expected, "other bytes or state than without the fault")


class SmallDisk:
    """A file system in memory with a limit that can be raised."""

    def __init__(self, folder):
        self.path = folder / "disk"
        self.path.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", self.path], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.path], check=True)

    def options(self, options):
        subprocess.run(["mount", "-o", f"remount,{options}", self.path], check=True)

    def fill(self, left):
        """Leaves so many bytes free."""
        free = os.statvfs(self.path)
        size = free.f_bavail * free.f_frsize - left
        with open(self.path / "ballast", "wb") as file:
            file.write(b"x" * size)

    def free(self):
        (self.path / "ballast").unlink()


def full_disk_process(perilune, folder, expected):
    ends = {}
    for left in (40 << 10, 150 << 10, 400 << 10, 800 << 10, 1200 << 10, 1600 << 10):
        with SmallDisk(folder) as disk:
            place = Place(perilune, folder, disk.path)
            disk.fill(left)
            run = place.run()
            if run.returncode != 2:
                full = "the disk is full" in run.stderr or "No space left on device" in run.stderr
                expect(run.returncode in (73, 74) and full and "hint: free some space" in run.stderr,
                       f"exit code {run.returncode}: {run.stderr[-300:]}")
                ends[run.returncode] = ends.get(run.returncode, 0) + 1
            disk.free()
            goes_on(place, expected)
    expect(sum(ends.values()) > 3, f"the disk was rarely full: {ends}")
    return f"{sum(ends.values())} full disks"


def full_disk_serve(perilune, folder, _):
    with SmallDisk(folder) as disk:
        place = Place(perilune, folder, disk.path)
        server = Server(place)
        server.send(range(10))
        disk.fill(200 << 10)
        sent, status, answer = 10, 200, ""
        while status < 300 and sent < 5000:
            status, answer = server.send_status(range(sent, sent + 10), 1000)
            sent += 10 if status < 300 else 0
        expect(status == 503, f"answer {status} {answer}")
        expect("full" in (place.disk / "messages").read_text(), "no message about the disk")
        disk.free()
        server.send(range(sent, sent + 10))
        expect(server.end() == 0, "exit code")
        check_records(place, sent + 10)
    return f"{sent} events accepted before, 10 after"


def read_only_process(perilune, folder, expected):
    user = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    os.chmod(folder, 0o777)
    place = Place(perilune, folder)
    check_end(place.run("-n", "10000"), 2, "")
    for name in ("run.db", *FILES):
        os.chmod(folder / name, 0o644)
    run = place.run(prefix=user)
    check_end(run, 74, "no permission to write the store")
    os.chown(folder / "run.db", 65534, 65534)
    check_end(place.run(prefix=user), 73, "permission")
    goes_on(place, expected)
    return "store, then outputs"


def read_only_disk(perilune, folder, expected):
    with SmallDisk(folder) as disk:
        place = Place(perilune, folder, disk.path)
        check_end(place.run("-n", "10000"), 2, "")
        disk.options("ro")
        check_end(place.run(), 74, "no permission to write the store")
        disk.options("rw")
        goes_on(place, expected)
    return "run and store on a disk mounted read-only"


def damaged_store(perilune, folder, expected):
    place = Place(perilune, folder)
    check_end(place.run("-n", "10000"), 2, "")
    subprocess.run([perilune, "store", "backup", "run.db", "backup.db"], cwd=folder, check=True, capture_output=True)
    size = (folder / "run.db").stat().st_size
    kinds = 0
    for start, length in ((0, 16), (100, 200), (4096, 4096), (size // 2, size // 2)):
        shutil.copy(folder / "backup.db", folder / "run.db")
        with open(folder / "run.db", "r+b") as file:
            file.seek(start)
            file.write(b"\xa5" * length)
        before = [(folder / name).read_bytes() for name in FILES]
        run = place.run()
        expect(run.returncode == 74 and ("store is damaged" in run.stderr or "not a Perilune store" in run.stderr), f"exit code {run.returncode}: {run.stderr[-300:]}")
        expect(before == [(folder / name).read_bytes() for name in FILES], "an output has changed")
        kinds += 1
    for file in folder.glob("run.db*"):
        file.unlink()
    shutil.copy(folder / "backup.db", folder / "run.db")
    goes_on(place, expected)
    return f"{kinds} damages refused, then a backup"


def two_runs(perilune, folder, expected):
    place = Place(perilune, folder)
    child = place.start()
    place.wait_for_commit(child)
    # Stopped, so that it does not end before the others have tried.
    child.send_signal(signal.SIGSTOP)
    second = place.run()
    check_end(second, 74, "is using this store")
    serve = subprocess.run([perilune, "serve", "--listen", "127.0.0.1:0", "--store", "run.db"], cwd=folder,
                           capture_output=True, text=True, check=False)
    check_end(serve, 74, "is using this store")
    retry = subprocess.run([perilune, "quarantine", "retry", "--all", "--store", "run.db"], cwd=folder,
                           capture_output=True, text=True, check=False)
    check_end(retry, 74, "is using this store")
    child.send_signal(signal.SIGCONT)
    child.communicate()
    expect(child.returncode == 2 and place.results() == expected, "the first run has another result")
    return "process, serve and retry beside a run"


def clock_environment(folder):
    library = folder / "libclock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, ROOT / "Tests/Runs/clock.c", "-ldl"], check=True)
    (folder / "shift").write_text("0")
    return {**os.environ, "LD_PRELOAD": str(library), "CLOCK_SHIFT": str(folder / "shift")}


def clock_process(perilune, folder, expected):
    place = Place(perilune, folder)
    env = clock_environment(folder)
    child = place.start(env=env)
    place.wait_for_commit(child)
    (folder / "shift").write_text("-86400")
    child.communicate(timeout=120)
    expect(child.returncode == 2 and place.results() == expected, "another result than without the change")
    return "set back by a day during a run"


def clock_serve(perilune, folder, _):
    place = Place(perilune, folder)
    server = Server(place, "--stuck-after", "2", env=clock_environment(folder))
    sent = 0
    for shift in ("0", "-86400", "86400", "-31536000"):
        (folder / "shift").write_text(shift)
        for _ in range(20):
            server.send(range(sent, sent + 10))
            server.send(range(sent, sent + 10))
            sent += 10
        time.sleep(0.3)
    expect(server.end() == 0, "exit code")
    check_records(place, sent)
    return f"{sent} events, each sent twice, while the clock jumped back and forth"


def stopped_process(perilune, folder, expected):
    place = Place(perilune, folder)
    child = place.start()
    place.wait_for_commit(child)
    stops = 0
    while child.poll() is None and stops < 5:
        child.send_signal(signal.SIGSTOP)
        time.sleep(0.4)
        child.send_signal(signal.SIGCONT)
        stops += 1
        time.sleep(0.15)
    child.communicate(timeout=120)
    expect(child.returncode == 2 and place.results() == expected, "another result than without the stops")
    return f"{stops} stops"


def stopped_serve(perilune, folder, _):
    place = Place(perilune, folder)
    server = Server(place, "--stuck-after", "1")
    sent = 0
    for _ in range(5):
        for _ in range(5):
            server.send(range(sent, sent + 50))
            sent += 50
        server.child.send_signal(signal.SIGSTOP)
        time.sleep(2.5)
        server.child.send_signal(signal.SIGCONT)
    server.send(range(sent, sent + 10))
    expect(server.end() == 0, "exit code")
    check_records(place, sent + 10)
    return f"5 stops of 2.5 s with --stuck-after 1, {sent + 10} events"


CASES = {
    "disk full, process": (full_disk_process, True), "disk full, serve": (full_disk_serve, True),
    "no permission, process": (read_only_process, True), "disk read-only, process": (read_only_disk, True),
    "store damaged, process": (damaged_store, False), "store in use": (two_runs, False),
    "clock set back, process": (clock_process, False), "clock set back, serve": (clock_serve, False),
    "stopped, process": (stopped_process, False), "stopped, serve": (stopped_serve, False),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--perilune", default=str(ROOT / ".build/debug/perilune"))
    options = parser.parse_args()
    if os.geteuid() == 0 and "FAULTS_MOUNTS" not in os.environ:
        # Its disks are mounted where nobody else sees them.
        os.environ["FAULTS_MOUNTS"] = "own"
        os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])
    perilune = str(Path(options.perilune).resolve())
    failed = passed = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        whole = Place(perilune, Path(folder))
        # The log has the same name in each case, since quarantined events name it.
        os.chmod(folder, 0o777)
        check_end(whole.run(), 2, "")
        expected = whole.results()
        for name, (case, needs_root) in CASES.items():
            if options.only not in name:
                continue
            if needs_root and os.geteuid() != 0:
                skipped += 1
                print(f"{name}: skipped, needs root", flush=True)
                continue
            whole.clear()
            for file in ("messages", "events.db", "events.db-wal", "events.db-shm", "served.jsonl", "backup.db"):
                (Path(folder) / file).unlink(missing_ok=True)
            try:
                print(f"{name}: {case(perilune, Path(folder), expected)}", flush=True)
                passed += 1
            except (Wrong, subprocess.SubprocessError, OSError) as error:
                failed += 1
                print(f"{name}: WRONG: {error}", flush=True)
    print(f"{passed} faults ended as documented, {failed} did not, {skipped} were skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
