import Foundation
import Testing

/// Synchronous webhooks of one CRM request, decided by `serve` for the sandbox CRM.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(5))) struct WebhookIdentityTests {
    /// A transaction over two leads, of which the rule forbids the second.
    @Test func eachRecordOfARequestIsDecided() throws {
        let shell = try Shell()
        try shell.write(
            """
            return { on = "crm.lead.update", execute = function(event, commander)
              commander:emit { subject = event.data.target.subject, operation = event.data.operation,
                request = event.data.context.RequestId, parent = event.data.parent.operation }
              if event.data.target.subject == "two" then return commander:reject("not two") end
            end }
            """, "rule.lua")
        try shell.write(#"{"organizations":[{"name":"dev","webhooks":{}}]}"#, "crm.json")
        let server = try ServeProcess(
            shell, "--no-config -s rule.lua --crm crm.json --records records.jsonl -o out.jsonl")
        let port = try FreePort.next()
        let sandbox = try shell.start(
            "perilune crm sandbox --listen 127.0.0.1:\(port) --webhook sync:lead.update=\(server.url)/webhooks/dev"
        )
        defer { sandbox.terminate() }
        let leads = (1...2).map { "5a9db0c5-0004-4000-8000-00000000010\($0)" }
        func patch(_ lead: Int, _ subject: String) -> String {
            """
            --c\r
            Content-Type: application/http\r
            Content-Transfer-Encoding: binary\r
            Content-ID: \(lead)\r
            \r
            PATCH http://127.0.0.1:\(port)/api/data/v9.2/leads(\(leads[lead - 1])) HTTP/1.1\r
            Content-Type: application/json\r
            \r
            {"subject":"\(subject)"}\r

            """
        }
        func batch(_ subjects: [String]) throws -> String {
            try shell.write(
                "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n" + patch(1, subjects[0])
                    + patch(2, subjects[1]) + "--c--\r\n--b--\r\n", "batch.txt")
            return try shell.run(
                """
                curl -s --retry 20 --retry-connrefused --retry-delay 1 -X POST \
                    'http://127.0.0.1:\(port)/api/data/v9.2/$batch' \
                    -H 'Content-Type: multipart/mixed; boundary=b' --data-binary @batch.txt
                """
            ).output
        }
        #expect(try batch(["one", "two"]).contains("0x80040265"))
        #expect(try batch(["one", "three"]).contains("204"))
        #expect(server.end() == 0)
        let emitted = try shell.read("out.jsonl").split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String] ?? [:]
        }
        // A rejected event emits nothing that stays.
        #expect(emitted.map { $0["subject"] }.contains("three"))
        let records = try shell.read("records.jsonl").split(separator: "\n")
        #expect(records.count == 4)
        #expect(records.count { $0.contains(#""outcome":"rejected""#) } == 1)
        #expect(records.count { $0.contains(#""outcome":"handled""#) } == 3)
        for event in emitted {
            #expect(event["operation"] == event["request"])
            #expect(event["operation"] == event["parent"])
            #expect(event["operation"]?.hasPrefix("00000000") == false)
        }
        #expect(Set(emitted.compactMap { $0["operation"] }).count == 2)
    }
}
