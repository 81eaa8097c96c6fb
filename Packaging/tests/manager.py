#!/usr/bin/env python3
"""Runs perilune.service of a root of Debian as its unit says, in place of systemd.

    manager.py ROOT UPGRADE

ROOT has the package installed. The socket of perilune.socket is opened here and handed on, folders are created and named in the
environment, the program runs as another user with the root as its own, and reports readiness at a socket. An event is sent; the service
is reloaded and stopped; the command UPGRADE runs while nothing serves and a second event waits at the socket; the service is started
again, and must answer that event. What the unit restricts in the kernel (namespaces, system calls) is left to the tests of the units.
"""
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

USER = 65534
FOLDERS = {"StateDirectory": "var/lib", "LogsDirectory": "var/log", "CacheDirectory": "var/cache", "RuntimeDirectory": "run"}
SPECIFIERS = {"%S": "/var/lib", "%L": "/var/log", "%C": "/var/cache", "%t": "/run"}


def settings(file):
    """The lines of a unit by their name; those that end with a backslash go on in the next."""
    found = {}
    for line in file.read_text().replace("\\\n", "").splitlines():
        if match := re.match(r"(\w+)=(.*)", line):
            text = match.group(2)
            for name, path in SPECIFIERS.items():
                text = text.replace(name, path)
            found.setdefault(match.group(1), []).append(text)
    return found


class Manager:
    def __init__(self, root):
        self.root = root
        units = root / "usr/lib/systemd/system"
        self.unit = settings(units / "perilune.service")
        host, port = settings(units / "perilune.socket")["ListenStream"][0].rsplit(":", 1)
        self.listening = socket.create_server((host, int(port)), backlog=4096)
        self.address = (host, int(port))
        self.environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "NOTIFY_SOCKET": "/run/perilune-notify"}
        for name, parent in FOLDERS.items():
            for folder in self.unit.get(name, []):
                path = root / parent / folder
                path.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.chown(path, USER, USER)
                self.environment[re.sub(r"Directory$", "_DIRECTORY", name).upper()] = f"/{parent}/{folder}"
        for line in self.unit.get("Environment", []):
            name, _, value = line.partition("=")
            self.environment[name] = value
        options = {}
        for file in self.unit["EnvironmentFile"]:
            for line in (root / file.lstrip("-/")).read_text().splitlines():
                if not line.startswith("#") and "=" in line:
                    options.update([line.split("=", 1)])
        self.command = shlex.split(self.unit["ExecStart"][0].replace(
            "$PERILUNE_OPTIONS", options.get("PERILUNE_OPTIONS", "")))
        self.messages = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = root / "run/perilune-notify"
        path.unlink(missing_ok=True)
        self.messages.bind(str(path))
        path.chmod(0o777)
        self.messages.settimeout(60)
        self.child = None

    def start(self):
        # LISTEN_PID is the number of the process that reads it: a shell sets it, and becomes the program.
        folder = self.unit["WorkingDirectory"][0]
        script = f"export LISTEN_PID=$$; cd {folder}; exec {shlex.join(self.command)}"

        def become():
            os.dup2(self.listening.fileno(), 3)
            os.chroot(self.root)
            os.chdir("/")
            os.setgroups([])
            os.setgid(USER)
            os.setuid(USER)

        self.child = subprocess.Popen(["/bin/sh", "-c", script], env={**self.environment, "LISTEN_FDS": "1"},
                                      pass_fds=(3,), preexec_fn=become)
        self.expect("READY=1")

    def expect(self, word):
        """Waits for a message with this word; signs of life are passed over."""
        while word not in (text := self.messages.recv(65536).decode()).split("\n"):
            if self.child.poll() is not None:
                sys.exit(f"the service ended with {self.child.returncode} before {word}; it said {text!r}")

    def reload(self):
        assert self.unit["ExecReload"] == ["/bin/kill -HUP $MAINPID"], self.unit["ExecReload"]
        self.child.send_signal(signal.SIGHUP)
        self.expect("RELOADING=1")
        self.expect("READY=1")

    def stop(self):
        self.child.send_signal(signal.SIGTERM)
        self.expect("STOPPING=1")
        status = self.child.wait(60)
        if status:
            sys.exit(f"the service ended with {status}")

    def send(self, number):
        """Sends an event; returns the connection, on which the answer comes."""
        event = {"specversion": "1.0", "id": str(number), "source": "/t", "type": "t", "data": {"n": number}}
        body = json.dumps(event).encode()
        connection = socket.create_connection(self.address, 60)
        connection.sendall(b"POST /events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                           b"Content-Type: application/cloudevents+json\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return connection


def accepted(connection):
    answer = connection.recv(65536)
    if not answer.startswith(b"HTTP/1.1 202 "):
        sys.exit(f"an event was answered with {answer!r}")


def main():
    root = Path(sys.argv[1])
    manager = Manager(root)
    manager.start()
    accepted(manager.send(1))
    manager.reload()
    manager.stop()
    waiting = manager.send(2)
    subprocess.run(sys.argv[2:], check=True)
    manager.start()
    accepted(waiting)
    manager.stop()
    records = (root / "var/log/perilune/records.jsonl").read_text().splitlines()
    ids = [json.loads(line)["event"] for line in records]
    if ids != ["1", "2"]:
        sys.exit(f"records.jsonl has the events {ids}")
    print("ready, 202, reloaded, stopped, upgraded, ready, 202, stopped")


if __name__ == "__main__":
    main()
