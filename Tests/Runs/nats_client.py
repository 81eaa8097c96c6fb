"""A NATS server on loopback, and a client that speaks its protocol: enough to publish and to read streams."""

import json
import os
import signal
import socket
import subprocess
import time
import uuid
from pathlib import Path


class Server:
    """nats-server with JetStream in a folder; it keeps its port when it starts again."""

    def __init__(self, program, folder, options=()):
        self.program, self.folder, self.options = program, Path(folder), list(options)
        self.port = -1
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", self.folder / "store",
             "--ports_file_dir", self.folder, *self.options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(2000):
            for name in self.folder.glob(f"*_{self.process.pid}.ports"):
                try:
                    self.port = int(json.loads(name.read_text())["nats"][0].rsplit(":", 1)[1])
                    return
                except (ValueError, KeyError):
                    pass
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        raise SystemExit(f"{self.program} did not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"


class Client:
    """One connection; every request waits for its answer."""

    def __init__(self, port, user=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.lines = self.socket.makefile("rb")
        self.lines.readline()
        # Other clients must not get its answers.
        self.inbox = f"answers.{uuid.uuid4().hex}".encode()
        options = {"verbose": False, "headers": True, "no_responders": True}
        if user:
            options |= {"user": user, "pass": user}
        self.socket.sendall(b"CONNECT %s\r\nSUB %s 1\r\n" % (json.dumps(options).encode(), self.inbox))

    def send(self, subject, data=b"", headers=b""):
        if headers:
            head = b"NATS/1.0\r\n" + headers + b"\r\n\r\n"
            self.socket.sendall(b"HPUB %s %s %d %d\r\n%s%s\r\n" % (
                subject.encode(), self.inbox, len(head), len(head) + len(data), head, data))
        else:
            self.socket.sendall(b"PUB %s %s %d\r\n%s\r\n" % (subject.encode(), self.inbox, len(data), data))

    def receive(self):
        """The payload of the next message."""
        while True:
            line = self.lines.readline()
            if not line:
                raise ConnectionError("the server has closed the connection")
            words = line.split()
            if words[0] == b"PING":
                self.socket.sendall(b"PONG\r\n")
            elif words[0] == b"-ERR":
                raise ConnectionError(line.decode())
            elif words[0] == b"MSG":
                return self.lines.read(int(words[-1]) + 2)[:-2]
            elif words[0] == b"HMSG":
                return self.lines.read(int(words[-1]) + 2)[int(words[-2]):-2]

    def request(self, subject, value=None):
        self.send(subject, b"" if value is None else json.dumps(value).encode())
        answer = self.receive()
        return json.loads(answer) if answer else {}

    def publish(self, subject, values):
        """Publishes to a stream, and waits until it has stored all of them."""
        for start in range(0, len(values), 500):
            part = values[start:start + 500]
            for value in part:
                self.send(subject, value if isinstance(value, bytes) else json.dumps(value).encode())
            for _ in part:
                answer = json.loads(self.receive())
                assert "seq" in answer, answer

    def create(self, stream, subject):
        answer = self.request(f"$JS.API.STREAM.CREATE.{stream}", {"name": stream, "subjects": [subject]})
        assert "error" not in answer, answer

    def count(self, stream):
        return self.request(f"$JS.API.STREAM.INFO.{stream}")["state"]["messages"]

    def messages(self, stream):
        """The payloads of a stream, in order."""
        consumer = f"reader-{os.getpid()}-{time.monotonic_ns()}"
        self.request(f"$JS.API.CONSUMER.DURABLE.CREATE.{stream}.{consumer}", {
            "stream_name": stream, "config": {"durable_name": consumer, "ack_policy": "none"}})
        left, found = self.count(stream), []
        while left:
            batch = min(left, 500)
            self.send(f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}", b"%d" % batch)
            found += [self.receive() for _ in range(batch)]
            left -= batch
        return found
