#!/usr/bin/env python3
"""Round trips through the CRM client beside libcurl's own of the same bytes, against the sandbox.

    python3 Benchmarks/roundtrip/run.py [--rounds 7] [--count 300] [--only NAME] [--sandbox FILE]

The client encodes, sends, receives and decodes; `floor.c` sends the bytes that the client sent, which
a proxy has recorded before, and throws the answer away. Both ask the same sandbox, one request after
another over one kept connection. Rounds are interleaved; a ratio is the median of the ratios of each
round. Needs a C compiler and libcurl's headers.
"""

import argparse
import http.client
import http.server
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "intake"))
from run import Server, free_port  # noqa: E402

CLIENT = ROOT / "Benchmarks/.build/release/roundtrip"
TRANSPORTS = {"soap": "SOAP", "odata": "OData v2", "webapi": "Web API"}
OPERATIONS = {"create": "create", "retrieve": "retrieve", "list": "retrieveMultiple of 50"}
# Of these libcurl makes its own.
OWN = {"host", "content-length", "connection", "accept-encoding"}


class Recorder(http.server.BaseHTTPRequestHandler):
    """Hands requests on, and remembers the last one."""

    protocol_version = "HTTP/1.1"
    target, last = 0, None

    def carry(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = [(name, value) for name, value in self.headers.items() if name.lower() not in OWN]
        type(self).last = (self.command, self.path, headers, body)
        connection = http.client.HTTPConnection("127.0.0.1", self.target)
        # The host stays that of the proxy, so that links in answers lead through it.
        connection.request(
            self.command, self.path, body, dict(headers, Host=self.headers["Host"]))
        answer = connection.getresponse()
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in {"content-length", "connection", "transfer-encoding", "date"}:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = carry

    def log_message(self, *_):
        pass


def measure(command):
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{command[0]}: {run.stdout}{run.stderr}")
    return json.loads(run.stdout)


def send(port, method, path, value=None):
    """Until it is there to answer: a sandbox listens before it has made its example records."""
    for _ in range(200):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        body = None if value is None else json.dumps(value)
        connection.request(method, path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status < 300:
            return json.loads(text) if text else None
        if answer.status != 503:
            break
        time.sleep(0.05)
    sys.exit(f"{method} {path}: {answer.status} {text[:300]}")


def fill(port):
    """Sixty accounts more than the sandbox begins with; answers the identity of one."""
    for number in range(60):
        send(port, "POST", "/api/data/v9.2/accounts", {
            "name": f"Fabrikam & Söhne {number}", "accountnumber": f"F-{number:05}",
            "telephone1": "+49 30 555 0100", "emailaddress1": f"info{number}@fabrikam.example",
            "address1_city": "Köln", "revenue": 1250000.5 + number, "numberofemployees": 40 + number,
            "industrycode": 1})
    path = "/api/data/v9.2/accounts?$select=accountid&$filter=accountnumber%20eq%20%27F-00007%27"
    return send(port, "GET", path)["value"][0]["accountid"]


class Case:
    def __init__(self, folder, proxy, port, transport, operation, account):
        self.name = f"{TRANSPORTS[transport]}, {OPERATIONS[operation]}"
        self.command = [CLIENT, f"http://127.0.0.1:{port}", transport, operation, account]
        measure([CLIENT, f"http://127.0.0.1:{proxy}", transport, operation, account, 1])
        method, path, headers, body = Recorder.last
        stem = folder / f"{transport}-{operation}"
        stem.with_suffix(".body").write_bytes(body)
        stem.with_suffix(".headers").write_text("".join(f"{n}: {v}\n" for n, v in headers))
        self.floor_command = [
            folder / "floor", f"http://127.0.0.1:{port}{path}", method, stem.with_suffix(".body"),
            stem.with_suffix(".headers")]
        self.samples, self.sent, self.received = [], len(body), 0

    def round(self, count, floor_first):
        both = [self.command, self.floor_command]
        results = {}
        for command in reversed(both) if floor_first else both:
            results[command[0]] = measure([*command, count])
        client, floor = results[self.command[0]], results[self.floor_command[0]]
        self.received = floor["bytes"]
        self.samples.append((client["wall"], floor["wall"], client["cpu"], floor["cpu"]))

    def row(self):
        wall, floor_wall, cpu, floor_cpu = (
            statistics.median(column) for column in zip(*self.samples))
        ratio = statistics.median(sample[0] / sample[1] for sample in self.samples)
        return (f"| {self.name} | {self.sent} / {self.received} | {wall:.0f} | {floor_wall:.0f} | "
                f"{ratio:.2f} | {cpu:.0f} | {floor_cpu:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--only", default="")
    parser.add_argument("--sandbox", default=ROOT / ".build/release/perilune", type=Path)
    arguments = parser.parse_args()
    subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", ROOT / "Benchmarks",
         "--product", "roundtrip"], check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(
            ["cc", "-O2", "-o", folder / "floor", HERE / "floor.c", "-lcurl"], check=True)
        port = free_port()
        sandbox = [arguments.sandbox, "crm", "sandbox", "--listen", f"127.0.0.1:{port}"]
        with Server(sandbox, port):
            Recorder.target = port
            proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            account = fill(port)
            cases = [
                Case(folder, proxy.server_port, port, transport, operation, account)
                for transport in TRANSPORTS for operation in OPERATIONS
                if arguments.only.lower() in f"{transport}, {operation}"]
            for number in range(arguments.rounds):
                for case in cases:
                    case.round(arguments.count, number % 2)
    print("| round trip | bytes sent / received | client us | libcurl us | ratio | CPU us | its CPU us |")
    print("|---|---|---|---|---|---|---|")
    for case in cases:
        print(case.row())


if __name__ == "__main__":
    main()
