#!/usr/bin/env python3
"""Measures `charts serve` with many windows that wait for changes.

    python3 Benchmarks/dashboards/run.py [--windows 1000] [--sessions 50] [--seconds 30] [--perilune FILE]

Each window keeps a connection and asks for the next change, as a browser does. The rows are refreshed once a
second, which each window is told of.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))
from server import Server  # noqa: E402


class Connection:
    """A connection that is kept, with the cookie of a visitor."""

    def __init__(self, port, cookie=""):
        self.port = port
        self.cookie = cookie

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def send(self, method, path, body=""):
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.writer.write((head + "\r\n" + body).encode())
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.lower().split(": ", 1) for line in answer.split("\r\n")[1:] if ": " in line)
        if not answer.startswith("HTTP/1.1 200"):
            raise RuntimeError(answer)
        cookie = next((line[12:] for line in answer.split("\r\n") if line.lower().startswith("set-cookie: ")), None)
        if cookie:
            self.cookie = cookie.split(";")[0]
        return (await self.reader.readexactly(int(fields["content-length"]))).decode()


class Windows:
    def __init__(self, options, page):
        self.options = options
        self.path = page[page.index("/d/"):]
        self.port = int(page.split(":")[2].split("/")[0])
        self.changes = 0

    async def session(self, number):
        """A visitor with a session of their own, after an action."""
        connection = await Connection(self.port).open()
        await connection.send("GET", self.path + "/figure.json")
        await self.act(connection, "variable", data=f'{{"variable": "$hike", "value": {number % 40}}}')
        return connection

    async def act(self, connection, kind, chart="", data="{}"):
        await connection.send(
            "POST", self.path + "/actions", f'{{"kind": "{kind}", "chart": "{chart}", "data": {data}, "since": 1}}')

    async def window(self, cookie):
        connection = await Connection(self.port, cookie).open()
        version = ""
        while True:
            text = await connection.send("GET", f"{self.path}/changes?after={version or 1}")
            for line in text.split("\n"):
                if line.startswith("data: "):
                    self.changes += bool(version)
                    version = line[6:]

    async def run(self, process):
        visitors = [await self.session(number) for number in range(self.options.sessions)]
        windows = [
            asyncio.create_task(self.window(visitors[number % len(visitors)].cookie))
            for number in range(self.options.windows)]
        await asyncio.sleep(3)
        print(f"{'second':>7} {'told':>7} {'processor':>10} {'memory':>9}")
        before = (0, processor(process))
        for second in range(1, self.options.seconds + 1):
            await self.act(visitors[0], "refresh")
            await asyncio.sleep(1)
            if second % 5 == 0:
                time = processor(process)
                print(f"{second:7} {self.changes - before[0]:7} {(time - before[1]) / 5:9.0%} {memory(process):6.0f} MB")
                before = (self.changes, time)
            for window in windows:
                if window.done():
                    raise window.exception() or RuntimeError("a window has ended")
        for window in windows:
            window.cancel()


def processor(process):
    """Seconds of processor time, in user and system mode."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process):
    """Resident memory in MB."""
    return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--windows", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--perilune", default=ROOT / ".build/release/perilune")
    options = parser.parse_args()
    with Server(options.perilune) as server:
        asyncio.run(Windows(options, server.page).run(server.process))


if __name__ == "__main__":
    main()
