"""Kills serve and the current version of the NATS server, which is newer than Debian's, as Tests/Runs/nats.py does."""

import subprocess
import sys
from pathlib import Path

RUNS = Path(__file__).resolve().parents[1] / "Runs"
sys.exit(subprocess.run(
    [RUNS / "nats.py", "--perilune", sys.argv[1], "--server", Path(sys.executable).parent / "nats-server"],
    check=False).returncode)
