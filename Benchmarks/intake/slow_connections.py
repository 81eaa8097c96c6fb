#!/usr/bin/env python3
"""Measures how long a sender waits while slow connections occupy the server.

    python3 Benchmarks/intake/slow_connections.py [--perilune .build/release/perilune] [--connections 2000]

The slow connections send a byte a second of a request line, a header or a body, or nothing at all, and come
again --pause seconds after the server has closed them. The sender posts events, each over a connection of its own. Both come
from the same address, then the slow ones from another one. The exit code is 1 if the 99th percentile of the
sender is above --limit milliseconds, or if an event is not accepted.
"""
import argparse
import collections
import json
import multiprocessing
import os
import resource
import selectors
import socket
import subprocess
import sys
import tempfile
import time

HEAD = b"POST /events HTTP/1.1\r\nHost: localhost\r\n"
STARTS = [b"", b"POST /eve", HEAD + b"X-Slow: ", HEAD + b"Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n"]


def slow(address, port, count, pause, ready, opened):
    """Keeps that many slow connections open until it is ended."""
    selector = selectors.DefaultSelector()
    number = 0

    def begin():
        nonlocal number
        connection = socket.socket()
        connection.setblocking(False)
        connection.bind((address, 0))
        connection.connect_ex(("127.0.0.1", port))
        selector.register(connection, selectors.EVENT_READ, STARTS[number % len(STARTS)])
        number += 1
        opened.value = number

    for _ in range(count):
        begin()
    time.sleep(0.5)
    dripped = 0.0
    due = collections.deque()
    while True:
        while due and due[0] <= time.monotonic():
            due.popleft()
            begin()
        for key, _ in selector.select(0.05):
            try:
                data = key.fileobj.recv(4096)
            except OSError:
                data = b""
            if not data:
                selector.unregister(key.fileobj)
                key.fileobj.close()
                due.append(time.monotonic() + pause)
        if time.monotonic() - dripped >= 1:
            dripped = time.monotonic()
            for key in list(selector.get_map().values()):
                try:
                    key.fileobj.send(key.data if key.data else b"")
                    selector.modify(key.fileobj, selectors.EVENT_READ, b"a" if key.data else b"")
                except OSError:
                    pass
            ready.set()


def send(port, number, run):
    event = {"specversion": "1.0", "id": f"{run}-{number}", "source": "/bench", "type": "bench", "data": {"n": number}}
    body = json.dumps(event).encode()
    head = HEAD + b"Content-Type: application/cloudevents+json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    start = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(head % len(body) + body)
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
            if b"\r\n\r\n" in answer and answer.endswith(b"}\n"):
                break
    return (time.perf_counter() - start) * 1000, b" ".join(answer.split(b" ", 2)[1:2]).decode()


def measure(port, seconds, run):
    times, refused = [], collections.Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            milliseconds, status = send(port, len(times), run)
        except OSError as error:
            milliseconds, status = 0, type(error).__name__
        times.append(milliseconds)
        if status != "202":
            refused[status or "closed"] += 1
        time.sleep(0.005)
    times.sort()
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))]
    return {"events": len(times), "refused": refused.total(), "how": dict(refused), "p50": at(0.5), "p99": at(0.99), "max": times[-1]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perilune", default=".build/release/perilune")
    parser.add_argument("--connections", type=int, default=2000)
    parser.add_argument("--pause", type=float, default=1, help="seconds until a closed connection comes again")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--limit", type=float, default=100, help="milliseconds of the 99th percentile")
    parser.add_argument("options", nargs="*", help="further options of serve, after --")
    arguments = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ok = True
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "rule.lua"), "w") as rule:
            rule.write('return { on = "bench", execute = function(event, commander) end }\n')
        command = [os.path.abspath(arguments.perilune), "serve", "-l", f"127.0.0.1:{port}", "-s", "rule.lua"]
        with open(os.path.join(folder, "log"), "w") as log:
            server = subprocess.Popen(command + arguments.options, cwd=folder, stderr=log)
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            print(f"{'slow connections':32} events rejected   p50 ms   p99 ms   max ms  reopened")
            for name, address in [("none", None), ("same address", "127.0.0.1"), ("another address", "127.0.0.2")]:
                attacker, ready = None, multiprocessing.Event()
                opened = multiprocessing.Value("l", 0)
                if address:
                    attacker = multiprocessing.Process(
                        target=slow, args=(address, port, arguments.connections, arguments.pause, ready, opened), daemon=True)
                    attacker.start()
                    ready.wait(60)
                row = measure(port, arguments.seconds, name)
                if attacker:
                    attacker.kill()
                    attacker.join()
                label = name if not address else f"{arguments.connections} from the {name}"
                label = label.replace("the another", "another")
                print(f"{label:32} {row['events']:6} {row['refused']:8} {row['p50']:8.2f} {row['p99']:8.2f} "
                      f"{row['max']:8.2f} {max(0, opened.value - arguments.connections):9} {row['how'] or ''}", flush=True)
                ok = ok and row["refused"] == 0 and row["p99"] <= arguments.limit
        finally:
            server.terminate()
            server.wait()
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
