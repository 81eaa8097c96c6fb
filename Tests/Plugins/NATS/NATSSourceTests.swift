import Foundation
import PeriluneCore
import PeriluneJSON
import PeriluneMessages
import PeriluneTestKit
import Synchronization
import Testing

@testable import NATSPlugin
@testable import PeriluneNATS

/// Sources at a NATS server.
@Suite(.timeLimit(.minutes(5)), .serialized) struct NATSSourceTests {
    /// The host of a source.
    private final class Receiver: Sendable {
        let deliveries = Mutex<[EventDelivery]>([])
        let errors = Mutex<[PeriluneError]>([])
        let isFull = Atomic(false)

        var host: SourceHost {
            SourceHost { [self] deliveries throws(PeriluneError) in
                if isFull.load(ordering: .acquiring) {
                    throw PeriluneError("intake.full", "too many events are waiting")
                }
                self.deliveries.withLock { $0 += deliveries }
            } report: { [self] error in
                errors.withLock { $0.append(error) }
            }
        }

        var events: [String] {
            deliveries.withLock { $0.flatMap(\.events) }
                .map { String(decoding: $0.json, as: UTF8.self) }
        }

        var problems: [PeriluneError] { errors.withLock(\.self) }

        var codes: [String] { problems.map(\.code.rawValue) }
    }

    private static func event(_ id: String) -> String {
        #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"t","time":"2026-01-01T00:00:00Z"}"#
    }

    /// Runs a source until something is so.
    private func run(
        _ settings: NATSSource.Settings, _ options: NATSConnectionOptions, _ receiver: Receiver,
        until isDone: () throws -> Bool
    ) async throws {
        let source = NATSSource(settings, options)
        let task = Task { try await source.run(in: receiver.host) }
        var isSo = false
        for _ in 0..<3000 where !isSo {
            try await Task.sleep(for: .milliseconds(10))
            isSo = try isDone()
        }
        task.cancel()
        try await task.value
        #expect(isSo, "\(receiver.events) \(receiver.codes)")
    }

    @Test func conformsToTheRulesOfSources() async throws {
        let server = try NATSServerProcess()
        let run = Mutex(0)
        let problems = await EventSourceConformance.check(
            prepare: { events in
                let number = run.withLock { run in
                    run += 1
                    return run
                }
                try server.create("S\(number)", "s\(number).>")
                for event in events {
                    try server.publish("s\(number).x", String(decoding: event.json, as: UTF8.self))
                }
            },
            make: {
                NATSSource(.init(stream: "S\(run.withLock(\.self))"), server.connection)
            })
        #expect(problems == [])
    }

    @Test func messagesBecomeEventsInAllFormats() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.publish("orders.a", Self.event("plain"))
        try server.publish(
            "orders.a", headers: [("Content-Type", "application/cloudevents+json")],
            Self.event("structured"))
        try server.publish(
            "orders.a",
            headers: [
                ("ce-specversion", "1.0"), ("ce-id", "binary"), ("ce-source", "%2Fs"),
                ("ce-type", "t"), ("ce-time", "2026-01-01T00:00:00Z"),
                ("Content-Type", "application/json"),
            ], #"{"total":1.50}"#)
        let receiver = Receiver()
        try await run(.init(stream: "ORDERS"), server.connection, receiver) {
            receiver.events.count == 3
        }
        #expect(
            receiver.events == [
                Self.event("plain"), Self.event("structured"),
                #"{"specversion":"1.0","id":"binary","source":"/s","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"application/json","data":{"total":1.50}}"#,
            ])
        #expect(
            receiver.deliveries.withLock { $0.map(\.identity) } == [
                "s\0plain", "s\0structured", "/s\0binary",
            ])
    }

    @Test func dataBecomesAnEventWithTheIdOfItsPlace() async throws {
        let server = try NATSServerProcess()
        try server.create("LOGS", "logs")
        try server.publish("logs", #"{"n": 1}"#, "some text")
        let receiver = Receiver()
        let settings = NATSSource.Settings(stream: "LOGS", messages: .init(.data, type: "log.line"))
        try await run(settings, server.connection, receiver) { receiver.events.count == 2 }
        let values = try receiver.events.map { try Value(json: Array($0.utf8)) }
        #expect(values.map { $0["id"]?.string } == ["LOGS:1", "LOGS:2"])
        #expect(values.map { $0["source"]?.string } == ["/nats/LOGS", "/nats/LOGS"])
        #expect(values.map { $0["type"]?.string } == ["log.line", "log.line"])
        #expect(values.map { $0["data"] } == [["n": 1], "some text"])
    }

    @Test func acknowledgedMessagesAreNotRedelivered() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.publish("orders.a", Self.event("1"), Self.event("2"))
        let first = Receiver()
        try await run(.init(stream: "ORDERS"), server.connection, first) {
            first.events.count == 2
        }
        try server.publish("orders.a", Self.event("3"))
        let second = Receiver()
        try await run(.init(stream: "ORDERS"), server.connection, second) {
            !second.events.isEmpty
        }
        #expect(second.events == [Self.event("3")])
    }

    @Test(arguments: [nil, "dead.orders"] as [String?])
    func noMessageStaysUnacknowledged(dead: String?) async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.create("DEAD", "dead.>")
        try server.publish("orders.a", Self.event("1"), "{bad", Self.event("3"))
        let receiver = Receiver()
        try await run(.init(stream: "ORDERS", dead: dead), server.connection, receiver) {
            receiver.events.count == 2
        }
        let consumer = try server.consumer("perilune", of: "ORDERS")
        #expect(consumer["delivered"]?["stream_seq"] == 3)
        #expect(consumer["num_ack_pending"] == 0)
        #expect(consumer["num_redelivered"] == 0)
    }

    @Test func anInvalidMessageGoesToTheQuarantine() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.publish("orders.a", Self.event("1"), "{bad", Self.event("3"))
        let receiver = Receiver()
        try await run(.init(stream: "ORDERS"), server.connection, receiver) {
            receiver.events.count == 2
        }
        #expect(receiver.events == [Self.event("1"), Self.event("3")])
        let entries = receiver.deliveries.withLock { $0.flatMap(\.unreadable) }
        #expect(entries.map(\.bytes) == [Array("{bad".utf8)])
        #expect(entries.first?.error.code == "json.syntax")
    }

    @Test func anInvalidMessageGoesToTheDeadLettersWithTheReason() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.create("DEAD", "dead.>")
        try server.publish("orders.a", headers: [("Trace", "7")], "{bad")
        try server.publish("orders.a", Self.event("2"))
        let receiver = Receiver()
        let settings = NATSSource.Settings(stream: "ORDERS", dead: "dead.orders")
        try await run(settings, server.connection, receiver) { receiver.events.count == 1 }
        #expect(receiver.codes == ["json.syntax"])
        let dead = try server.messages(of: "DEAD")
        #expect(dead.map(\.text) == ["{bad"])
        let headers = try #require(dead.first?.headers)
        #expect(headers["Perilune-Error-Code"] == "json.syntax")
        #expect(headers["Perilune-Error"]?.isEmpty == false)
        #expect(headers["Perilune-Stream"] == "ORDERS")
        #expect(headers["Perilune-Sequence"] == "1")
        #expect(headers["Perilune-Subject"] == "orders.a")
        #expect(headers["Trace"] == "7")
    }

    /// Of a message with its attributes in headers, the body alone could be another event.
    @Test func aRetriedMessageHasItsHeaders() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        let headers = [("ce-specversion", "1.0"), ("ce-id", "1"), ("ce-type", "t")]
        try server.publish("orders.a", headers: headers, Self.event("2"))
        let receiver = Receiver()
        let settings = NATSSource.Settings(stream: "ORDERS")
        try await run(settings, server.connection, receiver) {
            receiver.deliveries.withLock { !$0.isEmpty }
        }
        let entry = try #require(receiver.deliveries.withLock { $0.flatMap(\.unreadable) }.first)
        #expect(entry.error.code == "event.source")
        let error = #expect(throws: PeriluneError.self) {
            try NATSSource(settings, server.connection).event(of: entry.bytes)
        }
        #expect(error?.code == "event.source")
    }

    /// Repaired, the two ids would be equal.
    @Test(arguments: [nil, "dead.orders"])
    func aMessageWithAnAttributeThatIsNotUTF8IsInvalid(dead: String?) async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.create("DEAD", "dead.>")
        let publisher = try NATSPublisher(NATSConnection(server.connection))
        let messages = [[0x78, 0xFF], [0x78, 0xFE]].map { (id: [UInt8]) in
            var headers: HTTPHeaders = [
                ("ce-specversion", "1.0"), ("ce-source", "s"), ("ce-type", "t"),
            ]
            headers.add(name: "ce-id".utf8, value: id)
            return NATSPublisher.Message("orders.a", headers: headers, data: Array("{}".utf8))
        }
        #expect(try publisher.publish(messages, timeout: .seconds(10)) == [nil, nil])
        try server.publish("orders.a", Self.event("3"))
        let receiver = Receiver()
        let settings = NATSSource.Settings(stream: "ORDERS", dead: dead)
        try await run(settings, server.connection, receiver) { receiver.events.count == 1 }
        let entries = receiver.deliveries.withLock { $0.flatMap(\.unreadable) }
        let letters = try server.messages(of: "DEAD")
        if dead == nil {
            #expect(entries.map(\.error.code) == ["event.attribute", "event.attribute"])
            #expect(entries.first?.error.message == "the header ce-id is not valid UTF-8")
        } else {
            #expect(
                letters.map { $0.headers["Perilune-Error-Code"] } == [
                    "event.attribute", "event.attribute",
                ])
            // As they came.
            #expect(letters.map { $0.headers.packed.contains(0xFE) } == [false, true])
        }
    }

    /// With the headers of a dead letter it is larger than the server allows, or than the stream does.
    @Test(arguments: [(1 << 20, "max_payload"), (1000, "max_msg_size")])
    func aDeadLetterThatIsTooLargeGoesToTheQuarantine(size: Int, limit: String) async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.request(
            "$JS.API.STREAM.CREATE.DEAD",
            #"{"name":"DEAD","subjects":["dead.>"],"max_msg_size":\#(limit == "max_payload" ? -1 : 500)}"#
        )
        let large = "{" + String(repeating: "x", count: size - 1)
        try server.publish("orders.a", large, "{bad", Self.event("3"))
        let receiver = Receiver()
        let settings = NATSSource.Settings(stream: "ORDERS", dead: "dead.orders")
        try await run(settings, server.connection, receiver) { receiver.events.count == 1 }
        let entries = receiver.deliveries.withLock { $0.flatMap(\.unreadable) }
        #expect(entries.count == 1)
        // Not in one expectation, which would print it.
        let isWhole = entries.first?.bytes == Array(large.utf8)
        #expect(isWhole)
        #expect(entries.first?.error.code == "json.syntax")
        #expect(try server.messages(of: "DEAD").map(\.text) == ["{bad"])
        #expect(receiver.codes == ["nats.refused", "json.syntax"])
        #expect(receiver.problems.first?.message.contains("goes to the quarantine") == true)
        #expect(receiver.problems.first?.hint?.contains(limit) == true)
    }

    @Test func nothingIsLostWhileTheDeadLettersHaveNoStream() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.publish("orders.a", "{bad")
        let receiver = Receiver()
        let settings = NATSSource.Settings(stream: "ORDERS", dead: "dead.orders")
        try await run(settings, server.connection, receiver) {
            guard receiver.codes == ["nats.stream"] else {
                return receiver.codes == ["nats.stream", "json.syntax"]
            }
            if (try? server.messages(of: "DEAD")) == nil { try server.create("DEAD", "dead.>") }
            return false
        }
        #expect(try server.messages(of: "DEAD").map(\.text) == ["{bad"])
    }

    @Test func aFullHostGetsTheMessagesLater() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.publish("orders.a", Self.event("1"))
        let receiver = Receiver()
        receiver.isFull.store(true, ordering: .releasing)
        try await run(.init(stream: "ORDERS"), server.connection, receiver) {
            if receiver.codes == ["intake.full"] {
                receiver.isFull.store(false, ordering: .releasing)
            }
            return receiver.events == [Self.event("1")]
        }
        #expect(receiver.codes == ["intake.full"])
    }

    @Test func reconnectsToAServerThatRecovers() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.publish("orders.a", Self.event("1"))
        let receiver = Receiver()
        let stage = Mutex(0)
        try await run(.init(stream: "ORDERS"), server.connection, receiver) {
            switch stage.withLock(\.self) {
            case 0 where receiver.events.count == 1:
                server.kill()
                stage.withLock { $0 = 1 }
            case 1 where receiver.codes.count >= 2:
                try server.start()
                try server.publish("orders.a", Self.event("2"))
                stage.withLock { $0 = 2 }
            default: break
            }
            return receiver.events.contains(Self.event("2"))
        }
        #expect(Set(receiver.codes) == ["nats.connection"])
    }

    @Test func messagesWithoutAStreamAreSharedByAGroup() async throws {
        let server = try NATSServerProcess()
        let receiver = Receiver()
        let settings = NATSSource.Settings(subject: "news.*")
        let publisher = try NATSPublisher(NATSConnection(server.connection))
        let connection = server.connection
        async let second: Void = run(settings, connection, receiver) { receiver.events.count > 3 }
        var published = 0
        try await run(settings, connection, receiver) {
            // What is published before there is a subscription is lost.
            published += 1
            let data = Array(Self.event("\(published)").utf8)
            let message = NATSPublisher.Message("news.a", headers: [], data: data)
            _ = try publisher.publishUnstored([message], timeout: .seconds(5))
            return receiver.events.count > 3
        }
        try await second
        #expect(Set(receiver.events).count == receiver.events.count)
    }

    @Test(
        arguments: [
            (nil, "nats.connection", "the server requires credentials"),
            ("wrong", "nats.connection", "check the credentials"),
            ("secret", "nats.stream", "create = true"),
        ] as [(String?, String, String)])
    func problemsAreReportedWithARemedyAndRetried(
        _ password: String?, _ code: String, _ hint: String
    ) async throws {
        let server = try NATSServerProcess(["--user", "a", "--pass", "secret"])
        let receiver = Receiver()
        var connection = server.connection
        if let password { connection.credentials = .user("a", password: Secret(password)) }
        try await run(.init(stream: "ORDERS"), connection, receiver) { receiver.codes.count > 1 }
        let error = try #require(receiver.problems.first)
        #expect(error.code.rawValue == code)
        #expect(error.hint?.contains(hint) == true, "\(error)")
        #expect(!"\(error)".contains("secret"))
    }

    @Test func aConsumerThatGivesUpIsRefused() async throws {
        let server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        try server.request(
            "$JS.API.CONSUMER.DURABLE.CREATE.ORDERS.perilune",
            #"{"stream_name":"ORDERS","config":{"durable_name":"perilune","ack_policy":"explicit","max_deliver":3}}"#
        )
        let receiver = Receiver()
        try await run(.init(stream: "ORDERS"), server.connection, receiver) {
            !receiver.codes.isEmpty
        }
        let error = try #require(receiver.problems.first)
        #expect(error.code == "nats.consumer")
        #expect(error.message.contains("gives up on a message after 3 deliveries"))
    }

    @Test func aStreamIsCreatedOnRequest() async throws {
        let server = try NATSServerProcess()
        let receiver = Receiver()
        let settings = NATSSource.Settings(stream: "ORDERS", subject: "orders.>", creates: true)
        var isPublished = false
        try await run(settings, server.connection, receiver) {
            if !isPublished, (try? server.messages(of: "ORDERS")) != nil {
                try server.publish("orders.a", Self.event("1"))
                isPublished = true
            }
            return receiver.events == [Self.event("1")]
        }
    }
}
