"""Runs the command on generated files, and checks what holds for every input."""
import json
import os
import pathlib
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The exit codes of Documentation/CommandLine.md, without those of a bug and of signals.
CODES = {0, 1, 2, 64, 65, 66, 73, 74, 78}
SECONDS, MEGABYTES = 10, 1000


class Problem(Exception):
    """What does not hold, with what the command printed."""


class Result:
    def __init__(self, code, output, errors):
        self.code, self.output, self.errors = code, output, errors

    def lines(self):
        """The lines of the output, each a JSON object."""
        try:
            return [json.loads(line) for line in self.output.split(b"\n") if line.strip()]
        except ValueError as error:
            raise Problem(f"the output is not JSON: {error}\n{self.output[:2000]!r}") from error


class Runner:
    """Runs one command after the other in a folder of its own."""

    def __init__(self, perilune, folder):
        self.perilune, self.folder = str(perilune), pathlib.Path(folder)
        self.runs = 0

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return name

    def run(self, *arguments, environment=None):
        """Exit code, output and messages; a problem if the command crashed, hung, or used too much memory."""
        self.runs += 1
        with open(self.folder / ".out", "w+b") as output, open(self.folder / ".err", "w+b") as errors:
            process = subprocess.Popen([self.perilune, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=errors, env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})})
            # Time of the processor, so that a busy machine is no defect; and a bound for what waits.
            end, status = time.monotonic() + 12 * SECONDS, 0
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > end or self.processor_time(process.pid) > SECONDS:
                    process.kill()
                    os.wait4(process.pid, 0)
                    raise Problem(f"over {SECONDS} seconds: {' '.join(arguments)[:500]}")
                time.sleep(0.003)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            errors.seek(0)
            result = Result(process.returncode, output.read(), errors.read())
        shown = f"{' '.join(arguments)[:500]}\n{result.errors[-3000:].decode(errors='replace')}"
        if result.code < 0:
            raise Problem(f"{signal.Signals(-result.code).name}: {shown}")
        if result.code not in CODES:
            raise Problem(f"exit code {result.code}: {shown}")
        if b"internal." in result.errors or b"Fatal error" in result.errors:
            raise Problem(f"a bug in Perilune: {shown}")
        if usage.ru_maxrss > MEGABYTES << 10:
            raise Problem(f"{usage.ru_maxrss >> 10} MB of memory: {shown}")
        return result

    @staticmethod
    def processor_time(pid):
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def require(condition, message):
    if not condition:
        raise Problem(message)
