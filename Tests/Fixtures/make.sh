#!/usr/bin/env bash
# Writes the files of a release's fixtures that the release itself writes: ./make.sh PERILUNE FOLDER
#
# PERILUNE is the binary of that release, FOLDER has the inputs (rules, logs, project, folder, library,
# dashboards); README.md says what is made. Needs cc, curl, gzip, zstd and python3, and the ports below.
set -euo pipefail
perilune=$(realpath "$1")
cd "$2"
sandbox=8180 silent=8181 server=8280

work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT
rm -rf logs/events.jsonl.* begun decided store tokens rules/*_snapshots project/settings.json dashboards/shop.sqlite
mkdir -p begun decided store tokens

# Waits for a command to succeed.
await() { for _ in $(seq 300); do "$@" >/dev/null 2>&1 && return; sleep 0.1; done; echo "no end: $*" >&2; exit 1; }
# Runs SQL on a database and leaves one file of it.
sql() { python3 -c 'import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
base.executescript(sys.argv[2])
base.commit()
base.execute("PRAGMA wal_checkpoint(TRUNCATE)")' "$1" "$2"; }
# An event that comes over HTTP.
post() { curl -sS -f "http://127.0.0.1:$server/events" -H 'Content-Type: application/cloudevents+json' -d "$1"; }
event() { post "{\"specversion\":\"1.0\",\"id\":\"$1\",\"source\":\"/shop\",\"type\":\"$2\",$3}"; }

# Logs in each form, and what `process` writes: output, records, quarantine, state.
gzip -nk9 logs/events.jsonl
zstd -q19 logs/events.jsonl
"$perilune" process logs/events.jsonl --no-config -s rules --state store/process.db --summary none \
    -o decided/output.jsonl --records decided/records.jsonl --quarantine decided/quarantine.jsonl 2>/dev/null || test $? = 2
sql store/process.db ""

# Snapshots of tests; the effective settings of the project.
"$perilune" test rules --update
cc -shared -fPIC -I library -o library/quota.so library/quota.c
chmod 600 project/token
(cd project && MAIL_PASSWORD=x CRM_SECRET=y CRM_PASSWORD=z "$perilune" config show --json) |
    sed "s#$PWD#FOLDER#g" | python3 -m json.tool --no-ensure-ascii >project/settings.json
rm library/quota.so

# What `new` and `generate` begin; definitions for editors are left out, since every release brings its own.
"$perilune" new project begun/project >/dev/null
(cd begun && "$perilune" new plugin hot-leads >/dev/null)
rm -r begun/project/meta
"$perilune" charts generate dashboards/lab.xml -o begun/queries.lua

# The rows of a dashboard in SQLite.
sql dashboards/shop.sqlite 'CREATE TABLE cups (Shop TEXT, Drink TEXT, Cups INTEGER, Price REAL);
INSERT INTO cups VALUES ("Harbour", "Espresso", 420, 2.4), ("Harbour", "Filter", 310, 2.9),
("Station", "Espresso", 615, 2.6), ("Station", "Filter", 180, 3.1);'

# A CRM that keeps its records, and one that answers questions and no requests.
"$perilune" crm sandbox --listen 127.0.0.1:$sandbox --database "$work/sandbox.db" \
    --webhook lead.update=http://127.0.0.1:$server/webhooks/sales 2>"$work/sandbox.err" &
sandboxed=$!
python3 -c 'import http.server, sys, time, urllib.request
class Silent(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[2]}{self.path}") as answer:
            body = answer.read()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers["Content-Type"])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
    def do_POST(self):
        open(sys.argv[3], "w")
        time.sleep(600)
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Silent).serve_forever()' $silent $sandbox "$work/asked" &
await curl -sS -f http://127.0.0.1:$silent/api/data/v9.2/WhoAmI
cat >"$work/crm.json" <<END
{"organizations": [{"name": "sales", "url": "http://127.0.0.1:$sandbox", "webhooks": {}},
{"name": "tasks", "url": "http://127.0.0.1:$silent"}]}
END

# A server that decides all but the last two events, and is killed while the first of them waits for its answer.
"$perilune" serve --no-config --listen 127.0.0.1:$server -s rules --crm "$work/crm.json" --store "$work/serve.db" \
    --records decided/served.jsonl -o decided/served-output.jsonl 2>"$work/serve.err" &
killed=$!
await curl -sS -f http://127.0.0.1:$server/readyz
event order-1 order.placed '"partitionkey":"contoso","data":{"amount":10}'
event order-2 order.placed '"partitionkey":"fabrikam","data":{"amount":2.5}'
event order-3 order.placed '"partitionkey":"contoso","data":{"amount":32}'
event region-1 region.sold '"data":{"region":"Süd","amount":7}'
event broken-1 order.broken '"data":{"amount":1}'
event chain-1 chain.start '"data":{}'
post '{"specversion":"1.0","id":"link-3","source":"/ipad/7","type":"link.drill","data":{"url":"mstr://?evt=4001&reportID=0F6B2C7711EB4A9D8C5500A0C92E61F3"}}'
lead=5a9db0c5-0004-4000-8000-000000000101
curl -sS -f -X PATCH "http://127.0.0.1:$sandbox/api/data/v9.2/leads($lead)" \
    -H 'Content-Type: application/json' -d '{"leadqualitycode": 1}'
await sh -c "curl -sS http://127.0.0.1:$server/metrics | grep -x 'perilune_quarantine_events 3'"
event task-1 task.wanted '"partitionkey":"contoso","data":{"lead":"'$lead'"}'
await test -e "$work/asked"
event order-4 order.placed '"partitionkey":"contoso","data":{"amount":100}'
kill -9 $killed
wait $killed 2>/dev/null || true
# Deliveries are remembered for a week: in the fixture until 2100.
sql "$work/serve.db" 'UPDATE seen SET time = 4102444800'
mv "$work/serve.db" store/serve.db

# A token as `crm login` keeps it, valid until 2100.
kill $sandboxed
wait $sandboxed || true
"$perilune" crm sandbox --listen 127.0.0.1:$sandbox --database "$work/sandbox.db" --auth 2>"$work/sandbox.err" &
sandboxed=$!
await curl -sS http://127.0.0.1:$sandbox/
cat >"$work/crm.json" <<END
{"organizations": [{"name": "sales", "url": "http://127.0.0.1:$sandbox",
  "auth": {"grant": "device-code", "client": "perilune-dev", "cacheFolder": "$PWD/tokens"}}]}
END
"$perilune" crm login --config "$work/crm.json" 2>"$work/login" &
login=$!
await grep -q enter "$work/login"
curl -sS -f "http://127.0.0.1:$sandbox/oauth2/device" -d "user_code=$(grep -o '[^ ]*$' "$work/login" | head -1)" >/dev/null
wait $login
sed -i -E 's/"(expires|renews)":[0-9]+/"\1":4102444800000000/g; s/"access":"[^"]*"/"access":"an-access-token"/
    s/"refresh":"[^"]*"/"refresh":"a-refresh-token"/' tokens/*.json
kill $sandboxed
wait $sandboxed || true
sql "$work/sandbox.db" ""
gzip -n9 <"$work/sandbox.db" >store/sandbox.db.gz
find . -type f -newer "$work" | sort | xargs du -bc
