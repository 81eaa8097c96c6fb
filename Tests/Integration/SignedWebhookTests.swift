import Foundation
import Testing

/// Webhooks that `serve` receives from other services, signed by OpenSSL.
@Suite(.enabled(if: Shell.has("curl") && Shell.has("openssl")), .timeLimit(.minutes(5)))
struct SignedWebhookTests {
    @Test func onlyASignedDeliveryBecomesAnEventAndOnlyOnce() throws {
        let shell = try Shell()
        try shell.write(
            """
            return { on = "github.*", execute = function(event, commander)
              commander:emit { id = event.id, type = event.type, subject = event.subject }
            end }
            """, "rule.lua")
        try shell.write("key", "key")
        try shell.write(
            """
            return { scripts = "rule.lua", plugins = { webhooks = { endpoints = {
              { name = "github", preset = "github", secret = { file = "key" } } } } } }
            """, "perilune.lua")
        let server = try ServeProcess(shell, "--records records.jsonl -o out.jsonl")
        try server.says("/hooks/github: webhooks of 'github'")
        let post = """
            post() { curl -s -o /dev/null -w '%{http_code} ' \(server.url)/hooks/github \
              -H "X-Hub-Signature-256: sha256=$2" -H 'X-GitHub-Event: push' \
              -H "X-GitHub-Delivery: $3" -H 'Content-Type: application/json' -d "$1"; }
            sign() { printf %s "$1" | openssl dgst -sha256 -hmac "$2" | sed 's/.* //'; }
            body='{"repository":{"full_name":"a/b"}}'
            """
        let output = try shell.run(
            """
            \(post)
            post "$body" "$(sign "$body" key)" first
            post "$body" "$(sign "$body" key)" again
            post "$body" "$(sign "$body" other)" forged
            post "$body " "$(sign "$body" key)" changed
            """
        ).output
        #expect(output == "202 202 401 401 ")
        try server.waits("the event was not processed") {
            try shell.run("cat out.jsonl").output
                == "{\"id\":\"first\",\"subject\":\"a/b\",\"type\":\"github.push\"}\n"
        }
        #expect(try shell.run("wc -l < records.jsonl").output == "1\n")
    }

    /// Python signs and sends them, and compares what the rule saw.
    static let deliver = """
        import gzip, hashlib, hmac, http.client, json, sys, time
        log, port = sys.argv[1:]
        sent, server = {}, http.client.HTTPConnection("127.0.0.1", int(port))
        for number, line in enumerate(gzip.open(log, "rt")):
            entry = json.loads(line)
            payload = entry["payload"]
            body = json.dumps(payload, ensure_ascii=number % 2 == 0, indent=number % 3 or None).encode()
            server.request("POST", "/hooks/github", body, {
                "X-GitHub-Delivery": str(number), "X-GitHub-Event": entry["event"], "Content-Type": "application/json",
                "X-Hub-Signature-256": "sha256=" + hmac.new(b"key", body, hashlib.sha256).hexdigest()})
            answer = server.getresponse()
            answer.read()
            assert answer.status == 202, answer.status
            kind = ".".join(part for part in ("github", entry["event"], payload.get("action")) if part)
            owner = payload.get("repository", {}).get("full_name") or payload.get("organization", {}).get("login")
            sent[str(number)] = {"type": kind, "subject": owner, "data": payload}
        for _ in range(1000):
            text = open("out.jsonl").read()
            lines = text.splitlines()
            # The last line may be there in part.
            if len(lines) == len(sent) and text.endswith("\\n"): break
            time.sleep(0.01)
        received = [json.loads(line) for line in lines]
        for event in received:
            expected = sent.pop(event.pop("id"))
            assert {"subject": None} | event == expected, (event, expected)
        print(len(received), "the same,", len(sent), "missing")
        """

    @Test(.enabled(if: Shell.has("python3"))) func eachPayloadOfGitHubArrivesAsItWasSent() throws {
        let shell = try Shell()
        let payloads = SwiftPackage.root
            .appending(path: "Tests/Plugins/Codecs/Data/github-webhooks.jsonl.gz")
        try shell.write(
            """
            return { on = "github.*", execute = function(event, commander)
              commander:emit { id = event.id, type = event.type, subject = event.subject, data = event.data }
            end }
            """, "rule.lua")
        try shell.write("key", "key")
        try shell.write(Self.deliver, "deliver.py")
        try shell.write(
            """
            return { scripts = "rule.lua", plugins = { webhooks = { endpoints = {
              { name = "github", preset = "github", secret = { file = "key" } } } } } }
            """, "perilune.lua")
        let server = try ServeProcess(shell, "-o out.jsonl")
        let port = server.url.split(separator: ":").last ?? ""
        let result = try shell.run("python3 deliver.py \(payloads.path) \(port)")
        #expect(result.output == "49 the same, 0 missing\n", "\(result.errors)")
    }
}
