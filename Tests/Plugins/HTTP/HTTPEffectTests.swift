import Perilune
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import HTTPPlugin

struct HTTPEffectTests {
    @Test func aKnownAnswerIsNotRequestedAgain() async throws {
        let lab = try HTTPLab { _ in HTTPResponse(201, body: Array("done".utf8)) }
        let ledger = MemoryLedger()
        let body = "local r = http.post('URL/', 'x') commander:emit { r.status, r.body }"
        let first = try await lab.run(body, ledger: ledger)
        let second = try await lab.run(body, ledger: ledger)
        #expect(first.output == second.output)
        #expect(lab.received.count == 1)
    }

    @Test(arguments: ["http.post('URL/', 'x')", "http.request { method = 'PATCH', url = 'URL/' }"])
    func aRequestThatMayHaveHappenedIsNotRepeated(_ body: String) async throws {
        let lab = try HTTPLab()
        let error = try await lab.run(body, ledger: BegunLedger()).records[0].error
        #expect(error?.code == .effectUnknown)
        #expect(lab.received.isEmpty)
    }

    @Test(arguments: [
        "http.get('URL/')", "http.request { method = 'PUT', url = 'URL/', body = 'x' }",
        "http.request { method = 'DELETE', url = 'URL/' }",
        "http.post('URL/', 'x', { idempotent = true })",
    ])
    func aRequestThatDoesNoHarmIsRepeated(_ body: String) async throws {
        let lab = try HTTPLab()
        #expect(try await lab.run(body, ledger: BegunLedger()).records[0].error == nil)
        #expect(lab.received.count == 1)
    }

    @Test func aPostWithoutAnAnswerCannotBeCaught() async throws {
        let lab = try HTTPLab { _ in nil }
        let body = "pcall(http.post, 'URL/', 'x', { timeout = 0.2 })"
        let record = try await lab.run(body).records[0]
        #expect(record.error?.code == .effectUnknown)
        #expect(record.outcome == .failed)
        await lab.stop()
    }

    @Test func aPostInterruptedByTheCallLimitHasAnUnknownOutcome() async throws {
        let lab = try HTTPLab { _ in nil }
        let record = try await lab.run("http.post('URL/', 'x')", callTime: .milliseconds(200))
            .records[0]
        #expect(record.error?.code == .effectUnknown)
        await lab.stop()
    }

    @Test func aPostThatWasNotSentCanBeCaught() async throws {
        let lab = try HTTPLab()
        let url = lab.origin
        await lab.stop()
        #expect(try await lab.error("pcall(http.post, '\(url)/', 'x')", grants: [url]) == nil)
    }

    @Test func theIdempotencyKeyFollowsFromTheEffect() async throws {
        let lab = try HTTPLab()
        let body = "http.post('URL/', 'x') http.post('URL/', 'x') http.get('URL/')"
        _ = try await lab.run(body)
        _ = try await lab.run(body)
        let keys = lab.received.map { $0.headers["Idempotency-Key"] }
        #expect(keys[0] == keys[3])
        #expect(keys[1] == keys[4])
        #expect(keys[0] != keys[1])
        #expect(keys[0] != nil)
        #expect(keys[2] == nil)
    }

    @Test func aRequestContinuesTheTraceOfTheEvent() async throws {
        let lab = try HTTPLab()
        let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        _ = try await lab.run("http.get('URL/')", traceParent: header)
        _ = try await lab.run(
            "http.get('URL/', { headers = { traceparent = 'mine' } })", traceParent: header)
        _ = try await lab.run("http.get('URL/')", traceParent: "no context")
        _ = try await lab.run("http.get('URL/')")
        #expect(lab.received.map { $0.headers["traceparent"] } == [header, "mine", nil, nil])
    }

    @Test func aDryRunSendsNothing() async throws {
        let lab = try HTTPLab()
        for body in ["http.get('URL/')", "http.post('URL/', 'x')"] {
            let record = try await lab.run(body, isDryRun: true).records[0]
            #expect(record.error?.code == "effect.dry-run")
            #expect(record.effects.count == 1)
        }
        #expect(lab.received.isEmpty)
    }

    @Test func secretsAreInNoRecordErrorOrLedger() async throws {
        let lab = try HTTPLab { $0.path == "/missing" ? nil : HTTPResponse(500) }
        let configuration = HTTPConfiguration(
            hosts: [try .init(lab.origin, headers: [("Authorization", "Bearer of-the-host")])])
        let ledger = MemoryLedger()
        let results = try await lab.run(
            """
            http.post('URL/?key=in-the-link', { password = 'in-the-body' }, { headers = { ['X-Token'] = 'of-the-script' } })
            http.get('URL/missing', { timeout = 0.2 })
            """, configuration, ledger: ledger)
        #expect(lab.received.first?.headers["Authorization"] == "Bearer of-the-host")
        #expect(lab.received.first?.headers["X-Token"] == "of-the-script")
        let shown = results.records[0].json + ledger.requests
        #expect(shown.contains("http.timeout"))
        for secret in ["of-the-host", "of-the-script", "in-the-link", "in-the-body"] {
            #expect(!shown.contains(secret))
        }
    }

    @Test(
        arguments: [
            ("http.post('URL/', 'hello')", "body", "hello"),
            ("http.post('URL/', { n = 1 })", "json", ["n": 1]),
            ("http.post('URL/', { 1, 2 })", "json", [1, 2]),
            (
                "http.post('URL/', ('x'):rep(16384))", "body",
                .string(String(repeating: "x", count: 16_384))
            ),
            ("http.post('URL/', ('x'):rep(16385))", "body", nil),
            ("http.post('URL/', '')", "body", nil), ("http.get('URL/')", "body", nil),
        ] as [(String, String, Value?)])
    func theLedgerKeepsTheBodyOfARequest(body: String, member: String, kept: Value?) async throws {
        let lab = try HTTPLab()
        let ledger = MemoryLedger()
        _ = try await lab.run(body, ledger: ledger)
        let request = try Value(json: Array(ledger.requests.utf8))
        #expect(request["url"] == .string("\(lab.origin)/"))
        #expect(request[member] == kept)
        #expect(request[member == "json" ? "body" : "json"] == nil)
    }

    @Test func aScriptCannotReplaceAHeaderOfTheConfiguration() async throws {
        let lab = try HTTPLab()
        let configuration = HTTPConfiguration(
            hosts: [try .init(lab.origin, headers: [("Authorization", "secret")])])
        let error = try await lab.error(
            "http.get('URL/', { headers = { authorization = 'x' } })", configuration)
        #expect(error?.code == "http.option")
        #expect(lab.received.isEmpty)
    }
}

/// Every effect began before a crash, and has no answer.
private struct BegunLedger: EffectLedger {
    func begin(_ identity: String, kind: String, request: Value) -> LedgerEntry { .begun }
    func finish(_ identity: String, _ answer: LedgerAnswer) {}
    func answer(to identity: String) -> LedgerAnswer? { nil }
}
