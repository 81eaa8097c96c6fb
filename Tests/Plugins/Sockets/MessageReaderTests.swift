import CodecsPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Synchronization
import Testing

@testable import SocketsPlugin

/// What becomes of the messages of a socket.
@Suite(.timeLimit(.minutes(5))) struct MessageReaderTests {
    /// What a host takes after it has refused so many deliveries.
    private final class Door: Sendable {
        private struct State {
            var refusals: Int
            var deliveries: [EventDelivery] = []
        }

        private let state: Mutex<State>

        init(refusals: Int) { state = Mutex(State(refusals: refusals)) }

        var deliveries: [EventDelivery] { state.withLock(\.deliveries) }

        var count: Int {
            deliveries.reduce(0) { $0 + $1.events.count + $1.unreadable.count }
        }

        func receive(_ delivery: EventDelivery) throws(PeriluneError) {
            let isFull = state.withLock { state in
                if state.refusals == 0 { state.deliveries.append(delivery) }
                defer { state.refusals = max(0, state.refusals - 1) }
                return state.refusals > 0
            }
            if isFull { throw PeriluneError("intake.full", "too many events wait") }
        }
    }

    /// Sends lines to a listener at a free port of loopback, and returns what it delivers.
    private func deliveries(
        of lines: [String], _ format: String, _ codec: Value = .object(.init()),
        refusals: Int = 0
    ) async throws -> [EventDelivery] {
        var listener = Listener(.tcp(address: "127.0.0.1", port: 0), format: format)
        listener.codec = codec
        var registry = Registry()
        try Codecs().register(in: &registry)
        try Sockets([listener]).register(in: &registry)
        let source = try #require(registry.eventSources.first)
        let place = try #require(try source.open())
        let port = try #require(UInt16(place.split(separator: ":").last ?? ""))
        let door = Door(refusals: refusals)
        let task = Task { [door] in
            try await source.run { delivery throws(PeriluneError) in try door.receive(delivery) }
        }
        let text = lines.map { $0 + "\n" }.joined()
        try await SocketSender(.tcp(host: "127.0.0.1", port: port), timeout: .seconds(10))
            .send(stream: Array(text.utf8))
        while door.count < lines.count { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        try await task.value
        return door.deliveries
    }

    @Test func eachMessageIsAnEventOfItsCodecWithAnIDOfItsOwn() async throws {
        let before = Timestamp.now.microseconds
        let found = try await deliveries(
            of: ["<14>one", "<14>two", "<14>three"], "syslog")
        let events = try found.flatMap(\.events).map { try Value(json: $0.json) }
        #expect(events.map { $0["data"]?["message"]?.string } == ["one", "two", "three"])
        #expect(events.allSatisfy { $0["type"]?.string == "syslog.message" })
        #expect(events.allSatisfy { $0["source"]?.string == "syslog" })
        let ids = events.compactMap { $0["id"]?.string }
        let numbers = ids.compactMap { Int64($0.dropFirst("syslog:".count)) }
        #expect(numbers.count == 3)
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == 3)
        #expect(numbers.allSatisfy { (before...Timestamp.now.microseconds).contains($0) })
    }

    @Test func idsStayUniqueWhenTheClockIsSetBack() {
        let ids = MessageIDs()
        #expect(ids.reserve(3, at: Timestamp(microseconds: 100)) == 100)
        #expect(ids.reserve(2, at: Timestamp(microseconds: 50)) == 103)
        #expect(ids.reserve(1, at: Timestamp(microseconds: 200)) == 200)
    }

    @Test func aMessageThatTheCodecCannotReadKeepsItsBytesAndTheReason() async throws {
        let found = try await deliveries(of: ["<14>good", "bad", "<999>bad"], "syslog")
        let unreadable = found.flatMap(\.unreadable)
        #expect(
            unreadable.map { String(decoding: $0.bytes, as: UTF8.self) } == ["bad", "<999>bad"])
        #expect(unreadable.map(\.error.code) == ["codec.entry", "codec.entry"])
        #expect(found.flatMap(\.events).count == 1)
    }

    @Test func optionsOfTheCodecApply() async throws {
        let found = try await deliveries(
            of: [#"{"n":"7","kind":"login"}"#], "json",
            ["id": "{n}", "type": "app.{kind}", "source": "shop"])
        let event = try #require(try found.flatMap(\.events).first.map { try Value(json: $0.json) })
        #expect(event["id"]?.string == "7")
        #expect(event["type"]?.string == "app.login")
        #expect(event["source"]?.string == "shop")
    }

    @Test func aMessageCanBeAnEventItself() async throws {
        let line = #"{"specversion":"1.0","id":"1","source":"/s","type":"t"}"#
        let found = try await deliveries(of: [line], "cloudevents")
        #expect(found.flatMap(\.events).map { String(decoding: $0.json, as: UTF8.self) } == [line])
    }

    @Test func aFullHostGetsTheSameMessagesUntilItHasRoom() async throws {
        let lines = (1...5000).map { "line \($0)" }
        let found = try await deliveries(of: lines, "lines", refusals: 3)
        let events = try found.flatMap(\.events).map { try Value(json: $0.json) }
        #expect(events.map { $0["data"]?.string } == lines)
        #expect(found.allSatisfy { $0.events.count <= 1000 })
    }
}
