#!/usr/bin/env python3
"""Loses the answers of CRM, and kills `perilune serve` at random points around its requests. No request may be carried
out twice, and none that was carried out may be recorded as failed: its event is processed, or in the quarantine as
`effect.unknown`. Those are then settled with `quarantine retry --assume`, after which each request was carried out
exactly once.

    once.py [--kills N] [--lost N] [--seed N]
"""
import argparse, http.client, http.server, json, os, random, shutil, signal, socket, subprocess, sys, tempfile
import threading, time, urllib.error, urllib.parse, urllib.request, uuid

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KINDS = ["create", "createid", "delete", "revise", "win", "case", "lock", "qualify"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100, help="kills, half of them over each transport")
    parser.add_argument("--lost", type=int, default=2, help="lost answers of each kind over each transport")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", default=os.path.join(ROOT, ".build/debug/perilune"))
    return parser.parse_args()


class Organization:
    """The sandbox, and what it holds."""

    def __init__(self, perilune, folder):
        self.port = free_port()
        self.process = subprocess.Popen(
            [perilune, "crm", "sandbox", "--listen", f"127.0.0.1:{self.port}"], cwd=folder,
            stdout=subprocess.DEVNULL, stderr=open(os.path.join(folder, "sandbox.err"), "w"))
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/data/v9.2/WhoAmI", timeout=60).close()
                return
            except OSError:
                time.sleep(0.05)

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/data/v9.2/{path}", None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
                return json.loads(text) if text else {}
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}")

    def create(self, table, **values):
        record = str(uuid.uuid4())
        key = {"tasks": "activityid", "quotes": "quoteid", "opportunities": "opportunityid", "incidents": "incidentid",
               "salesorders": "salesorderid", "leads": "leadid"}[table]
        self.ask("POST", table, {key: record, **values})
        return record

    def count(self, table, condition):
        return len(self.ask("GET", f"{table}?$filter={urllib.parse.quote(condition)}")["value"])

    def prepare(self, kind, name):
        """Makes the record that a request is about."""
        if kind == "createid":
            return str(uuid.uuid4())
        if kind == "delete":
            return self.create("tasks", subject=name)
        if kind == "revise":
            record = self.create("quotes", name=name)
            self.ask("PATCH", f"quotes({record})", {"statecode": 1, "statuscode": 2})
            self.ask("POST", "CloseQuote", {"Status": 5, "QuoteClose": {
                "@odata.type": "Microsoft.Dynamics.CRM.quoteclose", "quoteid@odata.bind": f"/quotes({record})"}})
            return record
        if kind == "win":
            return self.create("opportunities", name=name)
        if kind == "case":
            customer = self.ask("GET", "accounts?$select=accountid&$top=1")["value"][0]["accountid"]
            return self.create(
                "incidents", title=name, **{"customerid_account@odata.bind": f"/accounts({customer})"})
        if kind == "lock":
            return self.create("salesorders", name=name)
        if kind == "qualify":
            return self.create("leads", subject=name, lastname=name, companyname=name)
        return None

    def times(self, event):
        """How often the request of an event was carried out."""
        kind, name, record = event["kind"], event["name"], event["record"]
        if kind in ("create", "createid", "qualify"):
            return self.count("accounts", f"name eq '{name}'")
        if kind == "delete":
            return 0 if self.ask("GET", f"tasks({record})") else 1
        if kind == "revise":
            return self.count("quotes", f"name eq '{name}'") - 1
        if kind == "win":
            return self.count("opportunitycloses", f"_opportunityid_value eq {record}")
        if kind == "case":
            return self.count("incidentresolutions", f"_incidentid_value eq {record}")
        return 1 if self.ask("GET", f"salesorders({record})")["ispricelocked"] else 0


class Proxy(http.server.ThreadingHTTPServer):
    """Stands between the server and the organization. `plan` says what happens to a request that writes: its answer
    is lost, or the server is killed before it is carried out, after it, or after its answer."""
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, organization):
        super().__init__(("127.0.0.1", 0), Handler)
        self.organization, self.plan = organization, lambda body: None
        self.kill = lambda: None
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, address):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *values):
        pass

    def forward(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        is_write = self.command != "GET" and b">Retrieve" not in body and b"RetrieveMultiple" not in body
        plan = self.server.plan(self.path.encode() + body) if is_write else None
        if plan == "before":
            self.server.kill()
            return self.drop()
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.organization.port, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        upstream.request(self.command, self.path, body, headers)
        answer = upstream.getresponse()
        content = answer.read()
        upstream.close()
        if plan == "after":
            self.server.kill()
        if plan in ("after", "lose"):
            return self.drop()
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        if plan == "answered":
            self.wfile.flush()
            time.sleep(random.random() * 0.01)
            self.server.kill()

    def drop(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = forward


class Server:
    """`perilune serve`, started again whenever it was killed."""

    def __init__(self, options, folder, port, transport):
        self.folder, self.starts, self.kills, self.process, self.url = folder, 0, 0, None, None
        self.lock = threading.Lock()
        with open(os.path.join(folder, "crm.json"), "w") as file:
            json.dump({"organizations": [{
                "name": "dev", "url": f"http://127.0.0.1:{port}", "transport": transport}]}, file)
        self.shared = ["-s", os.path.join(HERE, "once.lua"), "--no-config", "--crm", "crm.json", "--store", "events.db"]
        self.perilune = options.perilune

    def ensure(self):
        with self.lock:
            if self.process and self.process.poll() is None and self.url:
                return
            log = open(os.path.join(self.folder, f"{self.starts}.err"), "w+")
            self.starts += 1
            self.process = subprocess.Popen(
                [self.perilune, "serve", "--listen", "127.0.0.1:0", "-o", "out.jsonl"] + self.shared, cwd=self.folder,
                stdout=subprocess.DEVNULL, stderr=log)
            self.url = None
            while self.process.poll() is None and not self.url:
                time.sleep(0.01)
                log.seek(0)
                for line in log:
                    if line.startswith("listening on "):
                        self.url = line.split()[2]

    def kill(self):
        with self.lock:
            if self.process and self.process.poll() is None:
                self.process.send_signal(signal.SIGKILL)
                self.process.wait()
                self.kills += 1

    def request(self, path, body=None):
        while True:
            self.ensure()
            try:
                headers = {"Content-Type": "application/cloudevents-batch+json"} if body else {}
                with urllib.request.urlopen(
                        urllib.request.Request(self.url + path, body, headers), timeout=5) as answer:
                    return answer.read().decode()
            except (OSError, http.client.HTTPException, AttributeError, TypeError):
                time.sleep(0.02)

    def wait(self):
        while "\nperilune_inflight_events 0\n" not in self.request("/metrics"):
            time.sleep(0.03)

    def end(self):
        self.process.terminate()
        if self.process.wait():
            raise SystemExit(f"the server ended with {self.process.returncode}")

    def quarantined(self):
        listed = subprocess.run(
            [self.perilune, "quarantine", "list", "--store", "events.db", "--json", "--no-config"], cwd=self.folder,
            capture_output=True, text=True, check=True).stdout
        return [json.loads(line) for line in listed.splitlines()]

    def settle(self, ids, outcome):
        if ids:
            subprocess.run(
                [self.perilune, "quarantine", "retry", *map(str, ids), "--assume", outcome, "-o",
                 f"{outcome}.jsonl", *self.shared], cwd=self.folder, capture_output=True)

    def emitted(self):
        found = []
        for name in ("out.jsonl", "done.jsonl", "not-done.jsonl"):
            path = os.path.join(self.folder, name)
            if os.path.exists(path):
                found += [json.loads(line)["id"] for line in open(path)]
        return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Round:
    def __init__(self, organization, server, chance):
        self.organization, self.server, self.chance, self.events = organization, server, chance, {}

    def post(self, kinds):
        batch = []
        for kind in kinds:
            name = f"{kind}-{uuid.uuid4().hex[:12]}"
            event = {"kind": kind, "name": name, "record": self.organization.prepare(kind, name)}
            self.events[name] = event
            batch.append({"specversion": "1.0", "id": name, "source": f"/once/{name}", "type": f"once.{kind}",
                          "time": "2026-11-21T10:00:00Z", "data": event})
        self.server.request("/events", json.dumps(batch).encode())

    def check(self, problems):
        """Compares what the organization holds with what the server recorded, before and after the settlement."""
        emitted, codes = self.server.emitted(), {}
        quarantined = {entry["event"]: entry for entry in self.server.quarantined()}
        repeated = failed = 0
        settle = {"done": [], "not-done": []}
        for name, event in self.events.items():
            times, entry = self.organization.times(event), quarantined.get(name)
            if times > 1:
                repeated += 1
                problems.append(f"{name} was carried out {times} times")
            if entry is None:
                if times != 1 or emitted.count(name) != 1:
                    problems.append(f"{name}: carried out {times} times, emitted {emitted.count(name)} times")
                continue
            code = entry["error"]["code"]
            codes[code] = codes.get(code, 0) + 1
            if code == "effect.unknown":
                settle["done" if times else "not-done"].append(entry["id"])
            else:
                failed += 1
                problems.append(f"{name} failed: {entry['error']}")
        unknown = sum(map(len, settle.values()))
        for outcome, ids in settle.items():
            self.server.settle(ids, outcome)
        left = [entry["error"] for entry in self.server.quarantined()]
        if left:
            problems.append(f"not settled: {left}")
        emitted = self.server.emitted()
        for name, event in self.events.items():
            times = self.organization.times(event)
            if times != 1 or emitted.count(name) != 1:
                problems.append(
                    f"{name} after settling: carried out {times} times, emitted {emitted.count(name)} times")
        return (f"{len(self.events)} requests, {repeated} repeated, {failed} falsely failed, {unknown} unknown "
                f"({len(settle['done'])} done, {len(settle['not-done'])} not), {self.server.kills} kills")


def run(options, transport, problems, what):
    folder = tempfile.mkdtemp(prefix="perilune-once-")
    chance = random.Random(f"{options.seed} {transport} {what}")
    organization = Organization(options.perilune, folder)
    proxy = Proxy(organization)
    server = Server(options, folder, proxy.server_address[1], transport)
    proxy.kill = server.kill
    one = Round(organization, server, chance)
    start = time.monotonic()
    try:
        if what == "lost":
            seen = set()

            def lose(body):
                """Only the first answer to each request: what may be repeated succeeds then."""
                if body in seen:
                    return None
                seen.add(body)
                return "lose"

            proxy.plan = lose
            for _ in range(options.lost):
                one.post(KINDS)
                server.wait()
        else:
            while server.kills < options.kills // 2:
                phase = chance.choice(["before", "after", "answered", "time"])
                left = [chance.randrange(4)]

                def once(body):
                    left[0] -= 1
                    return phase if left[0] == -1 else None

                proxy.plan = once if phase != "time" else lambda body: None
                timer = threading.Timer(0.02 + chance.random() * 0.3, server.kill) if phase == "time" else None
                server.ensure()
                if timer:
                    timer.start()
                one.post(chance.sample(KINDS, 4))
                if timer:
                    timer.join()
                server.wait()
                proxy.plan = lambda body: None
        proxy.plan = lambda body: None
        server.end()
        print(f"{transport}, {what}: {one.check(problems)}, {time.monotonic() - start:.0f} s", flush=True)
    finally:
        server.kill()
        organization.process.terminate()
        organization.process.wait()
        if not problems:
            shutil.rmtree(folder)


def main():
    options, problems = arguments(), []
    random.seed(options.seed)
    for transport in ("webapi", "soap"):
        for what in ("lost", "kills"):
            if getattr(options, what):
                run(options, transport, problems, what)
    if problems:
        sys.exit("failed:\n" + "\n".join(problems[:20]))


main()
