import Foundation
import Perilune
import PeriluneCore
import PeriluneHTTP
import PeriluneLua
import Synchronization

@testable import HTTPPlugin

/// A server on this machine, and scripts that call it.
final class HTTPLab: Sendable {
    private let shelf: Shelf
    private let running: Mutex<HTTPServer?>
    let port: UInt16

    /// `answer` gives no response to leave a request unanswered.
    init(
        _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in HTTPResponse(200) }
    ) throws {
        shelf = Shelf(answer)
        let server = try HTTPServer(handler: shelf)
        port = server.port
        running = Mutex(server)
    }

    /// The origin as grants write it, and as URLs begin.
    var origin: String { "http://127.0.0.1:\(port)" }
    /// What has come, in order.
    var received: [HTTPRequest] { shelf.requests.withLock(\.self) }

    private final class Shelf: HTTPHandler {
        let requests = Mutex<[HTTPRequest]>([])
        /// Requests without an answer: when the last reference to `respond` goes away, the server answers.
        private let open = Mutex<[@Sendable (HTTPResponse) -> Void]>([])
        private let answer: @Sendable (HTTPRequest) -> HTTPResponse?

        init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse?) { self.answer = answer }

        func handle(
            _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
        ) {
            requests.withLock { $0.append(request) }
            if let response = answer(request) {
                respond(response)
            } else {
                open.withLock { $0.append(respond) }
            }
        }

        func drop() { open.withLock { $0 = [] } }
    }

    func stop() async {
        let server = running.withLock { running in
            defer { running = nil }
            return running
        }
        shelf.drop()
        await server?.shutdown(grace: .zero)
    }

    /// The results of the event that the body of `execute` decided; `URL` in it is the origin.
    func run(
        _ body: String, grants: [String]? = nil, _ configuration: HTTPConfiguration = .init(),
        isDryRun: Bool = false, ledger: any EffectLedger = NoLedger(),
        callTime: Duration = .seconds(30), traceParent: String? = nil
    ) async throws -> Perilune.Host.Results {
        var options = HostOptions()
        options.isDryRun = isDryRun
        options.ledger = ledger
        options.callTime = callTime
        return try await Self.run(
            body.replacingOccurrences(of: "URL", with: origin),
            grants: Grants(["http": grants ?? [origin]]),
            options: options, HTTP(configuration), traceParent: traceParent)
    }

    static func run(
        _ body: String, grants: Grants, options: HostOptions = HostOptions(),
        _ plugin: HTTP = HTTP(), traceParent: String? = nil
    ) async throws -> Perilune.Host.Results {
        var script = Script(
            name: "rule.lua",
            source: """
                local http = require "http"
                return { execute = function(event, commander) \(body) end }
                """)
        script.grants = grants
        let host = try await Perilune.Host(options: options) { [script] in
            plugin
            script
        }
        let members = traceParent.map { ",\"traceparent\":\"\($0)\"" } ?? ""
        let event = #"{"specversion":"1.0","id":"e","source":"s","type":"test"\#(members)}"#
        return try await host.process(
            all: [Event(json: Array(event.utf8))], ledger: options.ledger)
    }

    /// What the body emitted; an error of the script is thrown.
    func emitted(
        _ body: String, grants: [String]? = nil, _ configuration: HTTPConfiguration = .init()
    ) async throws -> String {
        let results = try await run(body, grants: grants, configuration)
        if let error = results.records.first?.error { throw error }
        return String(decoding: results.output, as: UTF8.self)
            .trimmingCharacters(in: .newlines)
    }

    /// The error of the body; `nil` without one.
    func error(
        _ body: String, grants: [String]? = nil, _ configuration: HTTPConfiguration = .init()
    ) async throws -> PeriluneError? {
        try await run(body, grants: grants, configuration).records.first?.error
    }
}

/// Keeps answers in memory, as the store does.
final class MemoryLedger: EffectLedger {
    private let entries = Mutex<[String: (request: Value, answer: LedgerAnswer?)]>([:])

    func begin(_ identity: String, kind: String, request: Value) -> LedgerEntry {
        entries.withLock { entries in
            if let known = entries[identity] { return known.answer.map { .answered($0) } ?? .begun }
            entries[identity] = (request, nil)
            return .new
        }
    }

    func finish(_ identity: String, _ answer: LedgerAnswer) {
        entries.withLock { $0[identity]?.answer = answer }
    }

    func answer(to identity: String) -> LedgerAnswer? { entries.withLock { $0[identity]?.answer } }

    /// What is kept of requests, as JSON.
    var requests: String {
        entries.withLock { $0.values.map(\.request.json).joined(separator: "\n") }
    }
}
