"""A server that `charts serve` starts, for tests and measurements."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SALES = ROOT / "Scripts/charts/sales.xml"


class Server:
    """Serves a dashboard until its end; `page` is the address of its page."""

    def __init__(self, perilune, board=SALES, *arguments, address="127.0.0.1:0"):
        self.process = subprocess.Popen(
            [perilune, "charts", "serve", board, "--listen", address, *arguments], stderr=subprocess.PIPE, text=True)
        notes = []
        for line in self.process.stderr:
            notes.append(line)
            if " is at http://" in line:
                self.page = line.split(" is at ")[1].strip()
                return
        self.process.wait(20)
        raise RuntimeError(f"charts serve did not start: {''.join(notes)}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.process.terminate()
        self.process.wait(20)
        self.process.stderr.close()
