"""Runs one command and says what it cost."""

import os
import select
import statistics
import subprocess
import time
from dataclasses import asdict, dataclass


class Failed(Exception):
    """A measured command did not end with status 0."""


@dataclass(frozen=True)
class Sample:
    """The cost of one run: seconds, and bytes of memory at the peak."""

    cpu: float
    wall: float
    peak: int


@dataclass(frozen=True)
class Result:
    """All runs of one case, oldest first."""

    samples: tuple[Sample, ...]

    def median(self, field):
        return statistics.median(getattr(sample, field) for sample in self.samples)

    def ratio(self, baseline, field):
        """How many times less this costs than `baseline`.

        The median of the ratios of each round: a machine that turns slow for a while slows both
        sides of a round, and most of that cancels out.
        """
        return statistics.median(
            getattr(theirs, field) / getattr(ours, field)
            for ours, theirs in zip(self.samples, baseline.samples)
        )

    def as_json(self):
        return [asdict(sample) for sample in self.samples]


def run(command, stdout=os.devnull, folder=None):
    """Runs `command` in a folder, with its standard output in the file `stdout`."""
    with open(stdout, "wb") as out:
        started = time.perf_counter()
        child = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE)
        peak, complaints = watch(child)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    if child.returncode != 0:
        tail = complaints.decode(errors="replace").strip()[-600:]
        raise Failed(f"{' '.join(map(str, command))}\nended with status {child.returncode}: {tail}")
    return Sample(cpu=usage.ru_utime + usage.ru_stime, wall=wall, peak=peak)


def watch(child):
    """Waits for the end of `child`; returns its peak memory and what it said on stderr.

    `ru_maxrss` of a child starts at the size of the process that forked it, this interpreter,
    which is larger than most of what is measured here. So the kernel's own high-water mark of the
    child is read until it ends; only what it grows in its last 10 ms is missed.
    """
    peak, complaints = 0, bytearray()
    end = os.pidfd_open(child.pid)
    errors = child.stderr.fileno()
    try:
        poller = select.poll()
        poller.register(end, select.POLLIN)
        poller.register(errors, select.POLLIN)
        while True:
            ready = dict(poller.poll(10))
            if errors in ready:
                text = os.read(errors, 65536)
                complaints += text
                del complaints[:-65536]
                if not text:
                    poller.unregister(errors)
            if end in ready:
                return peak, bytes(complaints)
            peak = max(peak, high_water(child.pid))
    finally:
        os.close(end)


def high_water(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def interleaved(rounds, jobs, say):
    """Runs every job once a round: a job is a name and a function that returns a `Sample`.

    A job that fails is reported once and left out from then on.
    """
    samples = {name: [] for name, _ in jobs}
    failures = {}
    for number in range(rounds):
        for name, job in jobs:
            if name in failures:
                continue
            try:
                sample = job(number)
            except (Failed, OSError) as error:
                failures[name] = str(error)
                say(f"round {number + 1}/{rounds}  {name}: FAILED")
                continue
            samples[name].append(sample)
            say(f"round {number + 1}/{rounds}  {name}: {sample.cpu:.2f} s CPU")
    results = {
        name: Result(tuple(taken)) for name, taken in samples.items() if name not in failures
    }
    return results, failures
