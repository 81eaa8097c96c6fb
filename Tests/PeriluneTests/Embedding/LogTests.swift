import Perilune
import PeriluneTestKit
import Testing

/// Logs that an embedder processes.
struct LogTests {
    private struct Odd: Error {}

    private func host() async throws -> Host {
        var options = HostOptions()
        options.workers = 2
        return try await Host(options: options) {
            Delegate(on: "t", name: "all") { event, commander in
                commander.emit(.string(event.id))
                return .handled
            }
        }
    }

    /// 60,000 events, more than one part.
    private func log() throws -> TemporaryFile {
        let lines = (0..<60_000).map {
            String(decoding: Event(id: "\($0)", source: "s", type: "t").json, as: UTF8.self)
        }
        return try TemporaryFile(Array(((lines + ["{broken"]).joined(separator: "\n") + "\n").utf8))
    }

    @Test func theResultsComeInTheOrderOfTheLines() async throws {
        let log = try log()
        var values: [String] = []
        var quarantine = ""
        var parts = 0
        let summary = try await host().process(log: log.path) { part in
            parts += 1
            values += part.emissions.map { String(decoding: $0.json, as: UTF8.self) }
            quarantine += String(decoding: part.quarantine, as: UTF8.self)
        }
        #expect(values == (0..<60_000).map { "\"\($0)\"" })
        #expect(parts > 1)
        #expect(summary.handled == 60_000)
        #expect(summary.failed == 1)
        #expect(quarantine.contains(#""line":60001"#))
    }

    @Test func anErrorOfTheReceiverEndsTheRun() async throws {
        let log = try log()
        var parts = 0
        await #expect(throws: Odd.self) {
            try await host().process(log: log.path) { _ in
                parts += 1
                throw Odd()
            }
        }
        #expect(parts == 1)
    }

    @Test func aCancellationEndsTheRunBetweenTwoChunks() async throws {
        let log = try log()
        let task = Task {
            var handled = 0
            do {
                try await host().process(log: log.path) { part in
                    handled += part.summary.handled
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            } catch is CancellationError {
                return handled
            }
            return -1
        }
        let handled = try await task.value
        #expect(handled > 0)
        #expect(handled < 60_000)
    }

    @Test func aMissingCodecIsAnError() async throws {
        let error = await #expect(throws: PeriluneError.self) {
            try await host().process(log: "none", codec: "access") { _ in }
        }
        #expect(error?.code == "codec.unknown")
    }
}
