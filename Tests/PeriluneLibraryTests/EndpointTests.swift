import Perilune
import PeriluneCore
import PeriluneLibrary
import Synchronization
import Testing

/// What a library takes in and gives out besides events on the bus.
struct EndpointTests {
    private let registry: Registry

    init() throws {
        var registry = Registry()
        try LibraryPlugin(entry: quotaEntry).register(in: &registry)
        self.registry = registry
    }

    @Test func requestsAreDecodedAndAnswered() throws {
        let source = try #require(registry.sources.first)
        #expect(source.path == "/quota")
        let event = #"{"specversion":"1.0","id":"1","source":"s","type":"t","data":1.50}"#
        let delivery = try source.decode(
            HTTPRequest(
                method: "POST", path: "/quota", query: "again", headers: [("X-Key", "sesame")],
                body: Array(event.utf8)))
        #expect(delivery.identity == "again")
        #expect(delivery.depth == 2)
        #expect(delivery.events.map(\.json) == [Array(event.utf8)])
        guard case .decided(let respond) = delivery.answer else {
            Issue.record("it is answered when the event is decided")
            return
        }
        let record = Record(
            event: "1", type: "t", outcome: .handled, by: "x",
            effects: [Effect(id: "1/x/1", kind: "mail", details: .init([("to", "a")]))])
        let response = respond(record)
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == "handled 1")
    }

    @Test func releasingAnAnswerReleasesNoDelegate() async throws {
        let host = try await Host { try LibraryPlugin(entry: quotaEntry) }
        let source = try #require(host.registry.sources.first)
        for id in ["1", "2"] {
            let event = Event(id: id, source: "s", type: "tap", data: ["take": "emit"])
            #expect(try await host.process(event).outcome == .handled)
            _ = try source.decode(
                HTTPRequest(
                    method: "POST", path: "/quota", headers: [("X-Key", "sesame")],
                    body: event.json))
        }
    }

    @Test func refusedRequestsKeepTheirCode() throws {
        let source = try #require(registry.sources.first)
        let error = #expect(throws: PeriluneError.self) {
            try source.decode(HTTPRequest(method: "POST", path: "/quota"))
        }
        #expect(error?.code == "http.unauthorized")
    }

    @Test func commandsWriteAndAnswerAStatus() async throws {
        let command = try #require(registry.commands.first)
        #expect(command.operands?.isMany == true)
        let text = Mutex("")
        let status = try await command.run(
            PluginCommand.Invocation(
                operands: ["a", "b"], values: .init([("times", 4)]),
                write: { line in text.withLock { $0 += line } },
                note: { line in text.withLock { $0 += "!" + line } }))
        #expect(status == 4)
        #expect(text.withLock(\.self) == "a+b: 3\n!note\n")
    }

    @Test func sourcesDeliverUntilTheyAreCancelled() async throws {
        let source = try #require(registry.eventSources.first)
        let delivered = Mutex<[Event]>([])
        let task = Task {
            try await source.run { delivery throws(PeriluneError) in
                delivered.withLock { $0 += delivery.events }
            }
        }
        while delivered.withLock(\.isEmpty) { await Task.yield() }
        task.cancel()
        try await task.value
        #expect(delivered.withLock(\.count) == 1)
    }

    @Test func aSourceThatIsCancelledBeforeItRunsIsStopped() async throws {
        let source = try #require(registry.eventSources.first)
        let isOver = Mutex(false)
        Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await source.run { _ in }
            isOver.withLock { $0 = true }
        }
        // One that is not stopped runs for ever, and would keep the test from failing.
        for _ in 0..<1000 where !isOver.withLock(\.self) {
            try await Task.sleep(for: .milliseconds(10))
        }
        let ended = isOver.withLock(\.self)
        #expect(ended)
    }

    @Test func sinksGetRecordsAndMayRefuse() async throws {
        let sink = try #require(registry.recordSinks.first)
        var record = Record(event: "1", type: "t", outcome: .failed)
        record.error = PeriluneError("a.b", "c")
        let error = await #expect(throws: PeriluneError.self) {
            try await sink.write(
                RecordBatch(records: Array(record.json.utf8), first: 7, count: 1))
        }
        #expect(error?.code == "quota.sink")
        #expect(error?.message.contains("\"outcome\":\"failed\"") == true)
        #expect(error?.message.hasPrefix("1 from 7:") == true)
    }

    @Test func viewsAreDrawnInTheLibrary() async throws {
        #expect(await registry.views.views == ["gauge"])
        let picture = try await registry.views.picture(PictureRequest("gauge", width: 7))
        #expect(picture.bytes == [0, 255, 10])
        #expect(picture.width == 7)
        await #expect(throws: PeriluneError.self) {
            try await registry.views.picture(PictureRequest("other"))
        }
    }

    @Test func secretsAreMaskedByTheLibrary() {
        #expect(registry.redact("a secret") == "a ****")
    }
}
