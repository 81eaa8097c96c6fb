#!/usr/bin/env python3
"""Spans of `serve`, as the message types of OpenTelemetry read them.

    python3 traces_otlp.py PERILUNE
"""

import http.server
import json
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

RULE = "return { on = 'test.made', execute = function(e) if e.data.fail then error('no luck') end end }\n"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


class Collector(http.server.BaseHTTPRequestHandler):
    """Keeps the requests that come; answers as a collector does."""

    requests = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.path == "/v1/traces", self.path
        self.requests.append(json_format.Parse(body, trace_service_pb2.ExportTraceServiceRequest()))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments):
        pass


def event(number, data, **attributes):
    return {"specversion": "1.0", "id": str(number), "source": "/s", "type": "test.made", "data": data, **attributes}


def main():
    perilune = sys.argv[1]
    collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as name:
        Path(name, "rule.lua").write_text(RULE)
        server = subprocess.Popen(
            [perilune, "serve", "-s", "rule.lua", "--listen", "127.0.0.1:0",
             "--trace-endpoint", f"http://127.0.0.1:{collector.server_port}"],
            cwd=name, stderr=subprocess.PIPE, text=True)
        address = next(line.split()[-1] for line in server.stderr if line.startswith("listening on"))
        threading.Thread(target=server.stderr.read, daemon=True).start()
        events = [event(1, {"fail": True}), event(2, {}),
                  event(3, {}, traceparent=f"00-{TRACE}-00f067aa0ba902b7-01")]
        for one in events:
            request = urllib.request.Request(
                f"{address}/events", json.dumps(one).encode(), {"Content-Type": "application/cloudevents+json"})
            assert urllib.request.urlopen(request, timeout=10).status == 202
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0
    collector.shutdown()

    resources = [resource for request in Collector.requests for resource in request.resource_spans]
    assert resources[0].resource.attributes[0].value.string_value == "perilune", resources[0]
    spans = [span for resource in resources for scope in resource.scope_spans for span in scope.spans]
    found = {attribute.value.string_value: span for span in spans for attribute in span.attributes
             if attribute.key == "cloudevents.event_id"}
    assert sorted(found) == ["1", "3"], found
    failed = found["1"]
    assert failed.kind == failed.SPAN_KIND_CONSUMER and failed.status.code == failed.status.STATUS_CODE_ERROR, failed
    assert 0 < failed.start_time_unix_nano <= failed.end_time_unix_nano, failed
    assert any(span.name == "process batch" for span in spans), spans
    print(f"{len(spans)} spans of {len(Collector.requests)} requests read")


if __name__ == "__main__":
    main()
