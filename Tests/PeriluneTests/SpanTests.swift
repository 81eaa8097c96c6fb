import Perilune
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Synchronization
import Testing

/// Spans of events, at a collector on this machine.
@Suite(.timeLimit(.minutes(5))) struct SpanTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    @Test func eventsThatFailHaveSpansAndBatchesToo() async throws {
        let collector = try Collector()
        let host = try await collector.host()
        _ = try await host.process(all: [event("1"), event("2", ["fail": true])])
        let spans = try await collector.spans(of: host)
        try #require(spans.map { $0["name"]?.string } == ["process test.made", "process batch"])
        let attributes = Collector.attributes(spans[0])
        #expect(attributes["cloudevents.event_id"] == "2")
        #expect(attributes["cloudevents.event_source"] == "/s")
        #expect(attributes["perilune.outcome"] == "failed")
        #expect(attributes["error.type"] == "script.runtime")
        #expect(spans[0]["status"]?["code"] == 2)
        #expect(spans[0]["status"]?["message"]?.string?.contains("no luck") == true)
        #expect(spans[0]["kind"] == 5)
        #expect(spans[0]["parentSpanId"] == spans[1]["spanId"])
        #expect(spans[0]["traceId"] == spans[1]["traceId"])
        #expect(Collector.attributes(spans[1])["messaging.batch.message_count"] == "2")
    }

    @Test func spansHaveNoSecretsOfAnEvent() async throws {
        let collector = try Collector()
        let host = try await collector.host { $0.ratio = 1 }
        let json =
            #"{"specversion":"1.0","id":"a?token=x1","source":"https://u:x2@h/","type":"t?pwd=x3"}"#
        _ = try await host.process(Event(json: Array(json.utf8)))
        let span = try #require(try await collector.spans(of: host).first)
        #expect(span["name"] == "process t?pwd=***")
        let attributes = Collector.attributes(span)
        #expect(attributes["cloudevents.event_id"] == "a?token=***")
        #expect(attributes["cloudevents.event_source"] == "https://***@h/")
        #expect(attributes["cloudevents.event_type"] == "t?pwd=***")
    }

    @Test func aTraceContinuesThatOfTheEvent() async throws {
        let collector = try Collector()
        let host = try await collector.host()
        _ = try await host.process(all: [
            event("1", traceParent: "00-\(Self.trace)-00f067aa0ba902b7-01"),
            event("2", traceParent: "00-\(Self.trace)-00f067aa0ba902b7-00"),
            event("3", traceParent: "no context"),
        ])
        let spans = try await collector.spans(of: host)
        try #require(spans.count == 2)
        #expect(spans[0]["traceId"]?.string == Self.trace)
        #expect(spans[0]["parentSpanId"] == "00f067aa0ba902b7")
        #expect(Collector.attributes(spans[0])["perilune.delegate"] == "rule.lua")
        #expect(spans[0]["links"]?[0]?["spanId"] == spans[1]["spanId"])
        #expect(spans[1]["traceId"]?.string != Self.trace)
    }

    @Test func aShareOfTheOtherEventsIsSampled() async throws {
        let collector = try Collector()
        let host = try await collector.host { $0.ratio = 1 }
        _ = try await host.process(all: (1...20).map { event("\($0)") })
        let all = try await collector.spans(of: host)
        #expect(all.count == 21)
        #expect(Set(all.compactMap { $0["spanId"]?.string }).count == 21)
        let other = try Collector()
        let sampling = try await other.host { $0.ratio = 0.5 }
        _ = try await sampling.process(all: (1...400).map { event("\($0)") })
        // 200 are expected; outside of these bounds once in 10^20.
        #expect((100...300).contains(try await other.spans(of: sampling).count - 1))
    }

    @Test func spansAreSentWhileTheHostRuns() async throws {
        let collector = try Collector()
        let host = try await collector.host {
            $0.ratio = 1
            $0.interval = .milliseconds(20)
        }
        _ = try await host.process(event("1"))
        let spans = try #require(host.options.spans)
        let end = ContinuousClock.now + .seconds(60)
        while spans.sent < 2, .now < end { try await Task.sleep(for: .milliseconds(10)) }
        // The span of the batch, and that of its event.
        #expect(spans.sent == 2)
    }

    @Test func spansThatACollectorRefusesAreCounted() async throws {
        let collector = try Collector(status: 404)
        let host = try await collector.host()
        _ = try await host.process(event("1"))
        await host.options.spans?.close()
        #expect(host.options.spans?.sent == 0)
        #expect(host.options.spans?.dropped == 1)
    }

    @Test func spansThatACollectorRefusesAreNotSentAgain() async throws {
        let collector = try Collector(status: 404)
        let host = try await collector.host { $0.interval = .milliseconds(20) }
        _ = try await host.process(event("1"))
        let spans = try #require(host.options.spans)
        // Not only for the request: closing an exporter that waits for the answer sends the spans again.
        let end = ContinuousClock.now + .seconds(60)
        while spans.dropped < 1, .now < end { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await collector.spans(of: host).count == 1)
        #expect(spans.dropped == 1)
    }

    @Test func spansWaitForAnUnavailableCollector() async throws {
        let collector = try Collector(status: 503)
        let host = try await collector.host {
            $0.ratio = 1
            $0.interval = .milliseconds(20)
        }
        _ = try await host.process(event("1"))
        let spans = try #require(host.options.spans)
        await collector.waitForRequest()
        collector.answer(200)
        await spans.close()
        #expect(spans.sent == 2)
        #expect(spans.dropped == 0)
    }

    @Test func spansThatDoNotFitAreDropped() async throws {
        let collector = try Collector()
        let host = try await collector.host {
            $0.ratio = 1
            $0.limit = 5
            $0.interval = .seconds(600)
        }
        _ = try await host.process(all: (1...20).map { event("\($0)") })
        #expect(try await collector.spans(of: host).count == 5)
        #expect(host.options.spans?.dropped == 16)
    }

    @Test(arguments: ["", "127.0.0.1:4318", "ftp://host", "http://"])
    func anEndpointIsAnHTTPAddress(_ endpoint: String) {
        #expect {
            _ = try SpanExporter(SpanExporterOptions(endpoint: endpoint))
        } throws: {
            ($0 as? PeriluneError)?.code == "trace.endpoint"
        }
    }

    private func event(
        _ id: String, _ data: Value = [:], traceParent: String? = nil
    ) -> Event {
        var members = Value.Members([
            ("specversion", "1.0"), ("id", .string(id)), ("source", "/s"), ("type", "test.made"),
            ("data", data),
        ])
        if let traceParent { members["traceparent"] = .string(traceParent) }
        return Event(json: Array(Value.object(members).json.utf8))
    }
}

/// Keeps the spans that come.
private final class Collector: Sendable {
    private let handler: Handler
    private let server: HTTPServer

    init(status: Int = 200) throws {
        handler = Handler(status)
        server = try HTTPServer(handler: handler)
    }

    private final class Handler: HTTPHandler {
        let bodies = Mutex<[[UInt8]]>([])
        let status: Atomic<Int>

        init(_ status: Int) { self.status = Atomic(status) }

        func handle(
            _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
        ) {
            if request.path == "/v1/traces", request.headers["Content-Type"] == "application/json" {
                bodies.withLock { $0.append(request.body) }
            }
            respond(HTTPResponse(status.load(ordering: .relaxed)))
        }
    }

    /// Answers otherwise from now on.
    func answer(_ status: Int) { handler.status.store(status, ordering: .relaxed) }

    func waitForRequest() async {
        for _ in 0..<2000 where handler.bodies.withLock(\.isEmpty) {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// A host that sends its spans here, with a rule that fails if the event says so.
    func host(_ change: (inout SpanExporterOptions) -> Void = { _ in }) async throws -> Host {
        var spans = SpanExporterOptions(endpoint: "http://127.0.0.1:\(server.port)/")
        change(&spans)
        var options = HostOptions()
        options.spans = try SpanExporter(spans)
        return try await Host(options: options) {
            Script(
                name: "rule.lua",
                source: """
                    return { on = "test.made", execute = function(event, commander)
                      if event.data.fail then error("no luck") end
                    end }
                    """)
        }
    }

    /// What has come when the exporter has sent everything.
    func spans(of host: Host) async throws -> [Value] {
        await host.options.spans?.close(within: .seconds(60))
        await server.shutdown(grace: .zero)
        return try handler.bodies.withLock(\.self).flatMap { body in
            let resource = try Value(json: body)["resourceSpans"]?[0]
            return resource?["scopeSpans"]?[0]?["spans"]?.array ?? []
        }
    }

    static func attributes(_ span: Value) -> [String: String] {
        var found: [String: String] = [:]
        for attribute in span["attributes"]?.array ?? [] {
            let value = attribute["value"]
            found[attribute["key"]?.string ?? ""] =
                value?["stringValue"]?.string ?? value?["intValue"]?.string
        }
        return found
    }
}
