#!/usr/bin/env python3
"""Sends malformed HTTP to `perilune serve`, and checks that it survives and answers as documented.

    python3 Tests/fuzz/http.py [--seconds 600] [--seed N] [--perilune .build/debug/perilune]

Each case is a connection with one to four requests, put together from valid and invalid parts, then changed at
random places, and sent in random pieces. After each case, the server must be alive. Every response must be one
of HTTP/1.1 with a known status and a Content-Length that holds; every error must be a JSON object with a code
and a message; no connection may stay open without an answer after the client has ended its side. Between the
cases, a plain event must be accepted within a second. A case depends on the seed and its number alone: with
--only N one is repeated.
"""
import argparse
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

# The statuses that the server and its handler may answer; 500 and 504 are failures.
STATUSES = {100, 200, 202, 400, 401, 403, 404, 405, 413, 414, 415, 417, 421, 431, 503, 505}
EVENT = b'{"specversion":"1.0","id":"%d","source":"/fuzz","type":"fuzz"}'

METHODS = [b"GET", b"POST", b"HEAD", b"PUT", b"OPTIONS", b"CONNECT", b"G(T", b"", b"get", b"\x00GET", b"P" * 3000]
TARGETS = [b"/events", b"/livez", b"/metrics", b"/readyz?verbose", b"/", b"*", b"http://h/events", b"a", b"/a b",
           b"/%00", b"/\xff", b"/#a", b"/" + b"a" * 40000, b"/?" + b"&" * 500, b"//", b"/../events"]
VERSIONS = [b"HTTP/1.1"] * 8 + [b"HTTP/1.0"] * 2 + [b"HTTP/2.0", b"HTTP/1.2", b"HTTP/1", b"http/1.1", b"HTTP/11", b"", b"HTTP/9.9"]
ENDS = [b"\r\n"] * 20 + [b"\n", b"\r", b"\r\r\n", b"\n\r", b""]
HEADERS = [b"Host: localhost", b"Host: 127.0.0.1", b"Host: evil.example", b"Host: a b", b"Host:", b"Host : localhost",
           b"Origin: https://evil.example", b"Origin: null", b"Connection: close", b"Connection: keep-alive, close",
           b"Connection: \x01", b"Content-Type: application/cloudevents+json", b"Content-Type: text/plain",
           b"Content-Type: application/cloudevents-batch+json", b"Expect: 100-continue", b"Expect: tea",
           b"Content-Encoding: gzip", b"Content-Encoding: zstd", b"Content-Encoding: br", b"Content-Encoding: identity",
           b"A: b\r\n c", b" folded: x", b"no colon", b": empty", b"A:" + b"x" * 33000, b"\x00: a", b"A: \x00",
           b"A: b\rc", b"Upgrade: h2c", b"Authorization: Bearer x", b"Transfer-Encoding: gzip, chunked",
           b"Transfer-Encoding: identity", b"Transfer-Encoding:\x0bchunked", b"Transfer-Encoding: chunked, chunked",
           b"ce-id: 1", b"ce-type: t", b"ce-source: s", b"ce-specversion: 1.0", b"ce-time: yesterday"]
LENGTHS = [b"0", b"1", b"-1", b"+3", b"3, 3", b"0x3", b"3 3", b"", b"99999999999", b"99999999999999999999", b"3\x0b", b"\xb2"]
SIZES = [b"0", b"0x3", b"-1", b"+3", b" 3", b"3 ", b"G", b"", b"FFFFFFFFFFFFFFFF", b"10000000000000003", b"3;" + b"e" * 100000,
         b"3;a=b", b"3;a=\"\r\n\"", b"00000000000000000003", b"7fffffff"]


def chunks(random, body, clean):
    parts = []
    while body and (clean or random.random() < 0.9):
        size = random.randint(1, len(body))
        piece, body = body[:size], body[size:]
        if clean:
            parts += [b"%X" % size, random.choice([b"", b";a=b"]), b"\r\n", piece, b"\r\n"]
            continue
        name = b"%x" % size if random.random() < 0.95 else random.choice(SIZES)
        parts += [name, random.choice(ENDS), piece, random.choice(ENDS)]
    if clean:
        return b"".join(parts) + b"0\r\n" + random.choice([b"", b"A: b\r\n"]) + b"\r\n"
    trailer = random.choice([b""] * 6 + [b"A: b\r\n", b"A\r\n", b"A: " + b"x" * 9000 + b"\r\n", b" a\r\n"])
    return b"".join(parts + [b"0", random.choice(ENDS), trailer, random.choice(ENDS)])


def request(random, number, clean):
    """Makes a request; most of its parts, or all, are well formed."""
    if clean:
        body = EVENT % number
        head = b"POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/cloudevents+json\r\n"
        if random.random() < 0.5:
            return head + b"Content-Length: %d\r\n\r\n" % len(body) + body
        return head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks(random, body, True)
    valid = random.random() < 0.5
    method = b"POST" if random.random() < 0.6 else random.choice(METHODS)
    target = b"/events" if random.random() < 0.6 else random.choice(TARGETS)
    version = b"HTTP/1.1" if valid else random.choice(VERSIONS)
    headers = [b"Host: localhost"] if random.random() < 0.9 else []
    if random.random() < 0.7:
        headers.append(b"Content-Type: application/cloudevents+json")
    headers += [random.choice(HEADERS) for _ in range(random.choice([0, 0, 0, 1, 2, 5]))]
    body = EVENT % number if random.random() < 0.8 else random.randbytes(random.randint(0, 3000))
    framing = random.random()
    if framing < 0.4:
        headers.append(b"Content-Length: %d" % len(body))
    elif framing < 0.75:
        headers.append(b"Transfer-Encoding: chunked")
        body = chunks(random, body, False)
    elif framing < 0.9:
        headers.append(b"Content-Length: " + random.choice(LENGTHS))
    if random.random() < 0.05:
        headers.append(random.choice([b"Content-Length: 3", b"Transfer-Encoding: chunked"]))
    random.shuffle(headers)
    end = (lambda: b"\r\n") if valid else (lambda: random.choice(ENDS))
    line = b" ".join([method, target, version])
    return line + end() + b"".join(header + end() for header in headers) + end() + body


def case(random, number):
    count = random.choice([1, 1, 2, 4])
    data = bytearray(b"".join(request(random, number * 4 + index, random.random() < 0.5) for index in range(count)))
    for _ in range(random.choice([0, 0, 0, 1, 3, 20])):
        if not data:
            break
        place = random.randrange(len(data))
        action = random.random()
        if action < 0.4:
            data[place] = random.choice([0, 10, 13, 32, 58, 59, 255, random.randrange(256)])
        elif action < 0.6:
            del data[place:place + random.choice([1, 2, 10])]
        elif action < 0.8:
            data[place:place] = random.choice([b"\r\n", b"\n", b"\0", b" ", b"0", b"\r\n\r\n", random.randbytes(5)])
        else:
            data[place:place] = data[place:place + random.choice([1, 20, 200])]
    return bytes(data)


def exchange(port, data, random=None):
    """Sends the bytes in pieces and closes; returns the response, or None after a timeout."""
    with socket.create_connection(("127.0.0.1", port), timeout=8) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        answer = b""
        try:
            position = 0
            pieces = random.choice([1, 1, 1, 2, 5]) if random else 1
            for piece in range(pieces):
                end = len(data) if piece == pieces - 1 else random.randint(position, len(data))
                connection.sendall(data[position:end])
                position = end
            if random and random.random() < 0.05:
                return b""
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                answer += piece
        except socket.timeout:
            return None
        except OSError:
            pass
        return answer


def problem(answer, complete=True):
    """Returns the problem with a sequence of responses, or None."""
    while answer:
        match = re.match(rb"HTTP/1\.1 (\d{3}) [A-Za-z ]+\r\n((?:[A-Za-z-]+: [^\r\n]*\r\n)*)\r\n", answer)
        if not match:
            return f"not a response: {answer[:200]!r}"
        status, rest = int(match[1]), answer[match.end():]
        if status not in STATUSES:
            return f"unexpected status {status}"
        if status == 100:
            answer = rest
            continue
        fields = dict(line.lower().split(b": ", 1) for line in match[2].split(b"\r\n") if line)
        length = int(fields.get(b"content-length", b"-1"))
        if length < 0:
            return f"status {status} without a length"
        if length > len(rest):
            # The answer to HEAD has a length and no body; nothing can follow that looks like one.
            if not rest or rest.startswith(b"HTTP/1.1 "):
                answer = rest
                continue
            return "a body that is cut off"
        if rest.startswith(b"HTTP/1.1 ") and length:
            answer = rest
            continue
        body, answer = rest[:length], rest[length:]
        if status >= 400:
            try:
                error = json.loads(body)["error"]
                assert isinstance(error["code"], str) and error["message"]
            except Exception:
                return f"status {status} with the body {body[:200]!r}"
        if fields.get(b"connection") == b"close" and answer:
            return f"bytes after the last response: {answer[:200]!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one case to repeat")
    parser.add_argument("--perilune", default=".build/debug/perilune")
    arguments = parser.parse_args()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        log = open(os.path.join(folder, "log"), "w+b")
        server = subprocess.Popen(
            [os.path.abspath(arguments.perilune), "serve", "-l", f"127.0.0.1:{port}", "--not-durable", "--no-config",
             "--no-control", "--head-timeout", "3", "--body-timeout", "3"], cwd=folder, stderr=log)
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            number, end = arguments.only or 0, time.monotonic() + arguments.seconds
            counts = {}
            while time.monotonic() < end and failures < 10:
                source = random.Random(f"{arguments.seed}/{number}")
                data = case(source, number)
                answer = exchange(port, data, source)
                wrong = "no end within 8 s" if answer is None else problem(answer)
                for status in re.findall(rb"HTTP/1\.1 (\d{3})", answer or b""):
                    counts[status] = counts.get(status, 0) + 1
                if server.poll() is not None:
                    wrong = f"the server ended: {signal.Signals(-server.returncode).name if server.returncode < 0 else server.returncode}"
                if not wrong and number % 50 == 0:
                    body = EVENT % (10_000_000_000 + number)
                    start = time.monotonic()
                    plain = exchange(
                        port, b"POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/cloudevents+json\r\n"
                        b"Content-Length: %d\r\n\r\n" % len(body) + body)
                    if not (plain or b"").startswith(b"HTTP/1.1 202 ") or time.monotonic() - start > 1:
                        wrong = f"a plain event took {time.monotonic() - start:.1f} s: {(plain or b'')[:200]!r}"
                if wrong:
                    failures += 1
                    print(f"case {number} (--seed {arguments.seed} --only {number}): {wrong}\n  sent {data[:400]!r}", flush=True)
                    if server.poll() is not None:
                        break
                number += 1
                if arguments.only is not None:
                    print(f"sent {data!r}\ngot {answer!r}")
                    break
            statuses = ", ".join(f"{key.decode()} {count}" for key, count in sorted(counts.items()))
            print(f"http: {number} cases, {failures} failures; responses: {statuses}")
        finally:
            if server.poll() is None:
                server.terminate()
                try:
                    if server.wait(30) != 0:
                        failures += 1
                        print(f"the server ended with {server.returncode}")
                except subprocess.TimeoutExpired:
                    failures += 1
                    print("the server did not end")
                    server.kill()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
