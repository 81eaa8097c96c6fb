import Foundation
import Testing

/// Webhooks that `serve` receives from other services, signed by OpenSSL.
@Suite(.enabled(if: Shell.has("curl") && Shell.has("openssl")), .timeLimit(.minutes(3)))
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
}
