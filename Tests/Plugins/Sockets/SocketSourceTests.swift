import CodecsPlugin
import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

@testable import SocketsPlugin

/// A source whose host stores nothing.
@Suite(.timeLimit(.minutes(5))) struct SocketSourceTests {
    @Test func aSourceThatHasLostNothingReportsNothing() async throws {
        let listener = Listener(.tcp(address: "127.0.0.1", port: 0), format: "lines")
        var registry = Registry()
        try Codecs().register(in: &registry)
        let codec = try #require(registry.codecs.first { $0.name == "lines" })
        let source = SocketSource(listener, codec, MessageIDs(), lastTries: .zero)
        let place = try #require(try source.open())
        let port = try #require(UInt16(place.split(separator: ":").last ?? ""))
        let stored = Atomic(0)
        let reports = Mutex<[PeriluneError]>([])
        let host = SourceHost { deliveries throws(PeriluneError) in
            stored.add(deliveries.flatMap(\.events).count, ordering: .relaxed)
        } report: { error in
            reports.withLock { $0.append(error) }
        }
        let task = Task { try await source.run(in: host) }
        try await SocketSender(.tcp(host: "127.0.0.1", port: port), timeout: .seconds(10))
            .send(stream: Array("x\ny\n".utf8))
        while stored.load(ordering: .relaxed) < 2 { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        try await task.value
        #expect(source.lost == 0)
        #expect(reports.withLock(\.self) == [])
    }

    @Test func messagesThatAreNotStoredAtTheEndAreCountedAndReportedOnce() async throws {
        let listener = Listener(.tcp(address: "127.0.0.1", port: 0), format: "lines")
        var registry = Registry()
        try Codecs().register(in: &registry)
        let codec = try #require(registry.codecs.first { $0.name == "lines" })
        let source = SocketSource(listener, codec, MessageIDs(), lastTries: .zero)
        let place = try #require(try source.open())
        let port = try #require(UInt16(place.split(separator: ":").last ?? ""))
        let offers = Atomic(0)
        let reports = Mutex<[PeriluneError]>([])
        let host = SourceHost { _ throws(PeriluneError) in
            offers.add(1, ordering: .relaxed)
            throw PeriluneError("intake.full", "too many events wait")
        } report: { error in
            reports.withLock { $0.append(error) }
        }
        let task = Task { try await source.run(in: host) }
        try await SocketSender(.tcp(host: "127.0.0.1", port: port), timeout: .seconds(10))
            .send(stream: Array(String(repeating: "x\n", count: 1500).utf8))
        while offers.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        try await task.value
        #expect(source.lost == 1500)
        let messages = reports.withLock { $0.map(\.message) }
        #expect(
            messages
                == ["1,500 messages of tcp:127.0.0.1:0 had not been stored when the server stopped"]
        )
    }
}
