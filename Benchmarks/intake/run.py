#!/usr/bin/env python3
"""Webhook intake beside nginx + lua-nginx-module and FastAPI: the same body, the same field check.

    python3 Benchmarks/intake/run.py [--seconds 5] [--rounds 3] [--only NAME]

Needs wrk, nginx with its Lua module and lua-cjson (Debian: wrk nginx-light libnginx-mod-http-lua
lua-cjson); FastAPI comes from PyPI, as far as it can be had. Rounds are interleaved; the table shows
medians. The load generator shares the machine's cores with the server, as in any run on one machine.
"""

import argparse
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import webhook  # noqa: E402

VENV = ROOT / "Benchmarks" / ".venv-intake"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit(f"nobody listens on port {port}")


class Server:
    """A program that listens, until the block ends; knows the processor time it used."""

    def __init__(self, command, port):
        self.command, self.port = command, port

    def __enter__(self):
        self.process = subprocess.Popen(
            [str(word) for word in self.command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if "perilune" in str(self.command[0]) else subprocess.DEVNULL)
        wait_for(self.port)
        return self

    def cpu(self):
        """Seconds of user and system time of the process and its children."""
        total, ticks = 0.0, os.sysconf("SC_CLK_TCK")
        for pid in [self.process.pid] + self.children():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / ticks
        return total

    def children(self):
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(word) for word in path.read_text().split()]

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()


def perilune(folder, port, *options):
    config = folder / "crm.json"
    config.write_text('{"organizations": [{"name": "bench", "webhooks": {}}]}')
    return [ROOT / ".build/release/perilune", "serve", "--listen", f"127.0.0.1:{port}", "--crm", config,
            "--script", HERE / "rule.lua", *options]


def nginx(folder, port):
    for name in ["body", "proxy", "fastcgi", "uwsgi", "scgi"]:
        (folder / name).mkdir(exist_ok=True)
    text = (HERE / "nginx.conf").read_text()
    path = folder / "nginx.conf"
    path.write_text(text.replace("PORT", str(port)).replace("FOLDER", str(folder)))
    return ["nginx", "-p", folder, "-c", path]


def fastapi_python():
    python = VENV / "bin" / "python"
    if not python.is_file():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=False)
        subprocess.run([python, "-m", "pip", "install", "-q", "fastapi", "uvicorn[standard]"], check=False)
    works = subprocess.run([python, "-c", "import fastapi, uvicorn"], capture_output=True, check=False)
    return python if works.returncode == 0 else None


def cases(folder, selected):
    """Name, and what starts it on a port."""
    all_cases = {
        "perilune, not durable": lambda port: perilune(folder, port, "--not-durable"),
        "perilune, durable": lambda port: perilune(folder, port, "--store", folder / f"{port}.db"),
    }
    if shutil.which("nginx"):
        all_cases["nginx + lua + cjson"] = lambda port: nginx(folder, port)
    python = fastapi_python() if "fastapi" in selected or not selected else None
    if python:
        all_cases["uvicorn + FastAPI"] = lambda port: [
            python, "-m", "uvicorn", "--app-dir", HERE, "--host", "127.0.0.1", "--port", port,
            "--log-level", "critical", "--no-access-log", "fastapi_app:app"]
    return {name: start for name, start in all_cases.items() if selected in name.lower()}


UNITS = {"us": 1e-3, "ms": 1.0, "s": 1e3}


def load(port, seconds, connections, body):
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", HERE / "post.lua",
         f"http://127.0.0.1:{port}/webhooks/bench", "--", body],
        capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    total = int(re.search(r"(\d+) requests in", output)[1])
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s)", output)
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    return rate, float(p99[1]) * UNITS[p99[2]], total, int(bad[1]) if bad else 0


def group_commit(folder, size, batch):
    """Records a second that this disk keeps when so many are written and synced at a time."""
    data = b"x" * size * batch
    path = folder / "group_commit"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    start, count = time.monotonic(), 0
    while time.monotonic() - start < 2:
        os.pwrite(descriptor, data, count % 256 * len(data))
        os.fdatasync(descriptor)
        count += 1
    os.close(descriptor)
    return count * batch / (time.monotonic() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=ROOT / "Benchmarks") as name:
        folder = Path(name)
        body = folder / "body.json"
        body.write_text(webhook.body())
        selected = cases(folder, arguments.only.lower())
        samples = {name: [] for name in selected}
        for _ in range(arguments.rounds):
            for name, start in selected.items():
                port = free_port()
                with Server(start(port), port) as server:
                    load(port, 1, arguments.connections, body)
                    before = server.cpu()
                    rate, p99, total, bad = load(
                        port, arguments.seconds, arguments.connections, body)
                    samples[name].append((rate, p99, (server.cpu() - before) / total * 1e6, bad))
        print(f"body {body.stat().st_size} bytes, {arguments.connections} connections, "
              f"{arguments.rounds} rounds of {arguments.seconds} s; medians")
        print(f"{'':24} {'requests/s':>11} {'p99 ms':>8} {'CPU us/request':>15} {'refused':>8}")
        for name, runs in samples.items():
            columns = [statistics.median(column) for column in zip(*runs)]
            print(f"{name:24} {columns[0]:11.0f} {columns[1]:8.2f} {columns[2]:15.1f} {columns[3]:8.0f}")
        ceiling = group_commit(folder, body.stat().st_size, arguments.connections)
        print(f"{'group commit of the disk':24} {ceiling:11.0f}   (one write and sync for "
              f"{arguments.connections} records)")


if __name__ == "__main__":
    main()
