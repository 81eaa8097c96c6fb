#!/usr/bin/env python3
"""Sends 10,000 events to `perilune serve`, of which 10 crash it, 10 hang it and 10 publish without end, and starts it
again whenever it ends. The others must be processed with the same output as without these 30, and the 30 must be in the
quarantine.

    poison.py [--events N] [--workers N] [--seed N]
"""
import argparse, json, os, random, shutil, subprocess, sys, tempfile, time, urllib.error, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KINDS = ["crash", "hang", "fan-out"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--each", type=int, default=10, help="events of each bad kind")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", default=os.path.join(ROOT, ".build/debug/perilune"))
    return parser.parse_args()


class Supervisor:
    """Keeps a server running, as systemd would."""

    def __init__(self, options, folder):
        self.folder, self.starts, self.statuses = folder, 0, {}
        self.command = [
            options.perilune, "serve", "--listen", "127.0.0.1:0", "-s", os.path.join(HERE, "poison.lua"),
            "--plugin", os.path.join(folder, "fault.so"), "--stuck-after", "2", "--store", "events.db",
            "-o", "out.jsonl", "-w", str(options.workers)]
        self.process = self.url = None

    def ensure(self):
        if self.process:
            status = self.process.poll()
            if status is None:
                return
            self.statuses[status] = self.statuses.get(status, 0) + 1
        log = open(os.path.join(self.folder, f"{self.starts}.err"), "w+")
        self.starts += 1
        self.process = subprocess.Popen(
            self.command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=log,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        self.url = None
        while self.process.poll() is None and not self.url:
            time.sleep(0.005)
            log.seek(0)
            for line in log:
                if line.startswith("listening on "):
                    self.url = line.split()[2]
        log.close()

    def request(self, path, body=None, kind=None):
        """Returns the answer of the server, also after a restart."""
        while True:
            self.ensure()
            if not self.url:
                continue
            try:
                headers = {"Content-Type": kind} if kind else {}
                with urllib.request.urlopen(
                        urllib.request.Request(self.url + path, body, headers), timeout=5) as answer:
                    return answer.read().decode()
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise
            except OSError:
                pass
            time.sleep(0.02)

    def waits(self):
        """Waits until all accepted events are processed."""
        while "\nperilune_inflight_events 0\n" not in self.request("/metrics"):
            time.sleep(0.05)

    def end(self):
        self.process.terminate()
        return self.process.wait()


def run(options, events):
    folder = tempfile.mkdtemp(prefix="perilune-poison-")
    try:
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-I", os.path.join(ROOT, "Sources/CPerilunePlugin/include"), "-o",
             os.path.join(folder, "fault.so"), os.path.join(HERE, "fault.c")], check=True)
        supervisor = Supervisor(options, folder)
        for first in range(0, len(events), 100):
            batch = json.dumps(events[first:first + 100]).encode()
            supervisor.request("/events", batch, "application/cloudevents-batch+json")
        supervisor.waits()
        status = supervisor.end()
        if status:
            sys.exit(f"the last server ended with {status}")
        listed = subprocess.run(
            [options.perilune, "quarantine", "list", "--store", "events.db", "--json"], cwd=folder,
            capture_output=True, text=True, check=True).stdout
        quarantined = [json.loads(line) for line in listed.splitlines()]
        with open(os.path.join(folder, "out.jsonl"), "rb") as output:
            return output.read(), quarantined, supervisor
    finally:
        shutil.rmtree(folder)


def event(number, what):
    return {"specversion": "1.0", "id": str(number), "source": f"device-{number % 20}", "type": "test",
            "time": "2026-11-21T10:00:00Z", "data": {"what": what}}


def main():
    options = arguments()
    chosen = random.Random(options.seed).sample(range(options.events), options.each * len(KINDS))
    bad = {number: KINDS[index % len(KINDS)] for index, number in enumerate(chosen)}
    events = [event(number, bad.get(number, "none")) for number in range(options.events)]
    start = time.monotonic()
    output, quarantined, supervisor = run(options, events)
    seconds = time.monotonic() - start
    expected, none, _ = run(options, [one for one in events if int(one["id"]) not in bad])
    codes = {}
    for entry in quarantined:
        codes[entry["error"]["code"]] = codes.get(entry["error"]["code"], 0) + 1
    if options.workers > 1:
        # The order is kept only within a worker.
        output, expected = (b"".join(sorted(text.splitlines(True))) for text in (output, expected))
    restarts = supervisor.starts - 1
    print(f"{options.events} events in {seconds:.0f} s: {len(output.splitlines())} "
          f"processed, {len(quarantined)} quarantined {codes}")
    print(f"restarts: {restarts}, by status {supervisor.statuses}")
    print("output as without the bad events:", "yes" if output == expected else "NO")
    problems = []
    if output != expected:
        problems.append("the output differs")
    if len(quarantined) != len(bad) or {int(entry["event"]) for entry in quarantined} != set(bad):
        problems.append("other events than the bad ones are in the quarantine")
    if restarts > 4 * options.each:
        problems.append("more than two restarts for a crash or a hang")
    if none:
        problems.append("an event was quarantined in the run without bad events")
    if problems:
        sys.exit("failed: " + "; ".join(problems))


main()
