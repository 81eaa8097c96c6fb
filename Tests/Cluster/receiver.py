"""A server that rules send requests to, and that counts how often each was carried out."""

import collections
import http.server
import json
import threading
import time


class Receiver(http.server.ThreadingHTTPServer):
    """POST counts each request; PUT knows a repetition by its Idempotency-Key, as receivers of such requests do."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.Lock()
        self.done = collections.Counter()
        self.keys = set()
        self.isCounting = True
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    def handle_error(self, request, address):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *values):
        pass

    def take(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        key = self.headers.get("Idempotency-Key")
        # Time in which the sender may be killed.
        time.sleep(0.01)
        with self.server.lock:
            if self.server.isCounting and not (self.command == "PUT" and key in self.server.keys):
                self.server.done[body["id"]] += 1
            self.server.keys.add(key)
        time.sleep(0.01)
        answer = json.dumps({"taken": body["id"]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_POST = do_PUT = take
