import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneStore
import Testing

@testable import Perilune

/// When a run commits.
struct RunCommitTests {
    @Test func aRunCommitsWhenManyChangesWait() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "perilune-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try Perilune.LogRun(path: folder.appending(path: "store").path)
        defer { run.close() }
        let changes = (0..<30_000).map {
            StateChange(script: "s", key: "\($0)", value: [0x7B, 0x7D])
        }
        var result = BatchResult()
        result.handed = [
            StateHandover(state: PendingState(run.store), changes: changes, number: 1)
        ]
        let place = InputPosition(log: "log", offset: 1, line: 2)
        run.add([result], [:], through: place, of: 0)
        #expect(!run.isDue)
        run.add([result], [:], through: place, of: 0)
        #expect(run.isDue)
        try run.commit([])
        #expect(!run.isDue)
    }

    @Test func aBadLineAfterAnEventThatPublishedTooMuchDoesNotCountAsPublished() async throws {
        let folder = try TemporaryFolder()
        let run = try Perilune.LogRun(path: folder.path("store"))
        defer { run.close() }
        var options = HostOptions()
        options.run = run
        options.publishing = PublishingLimit(events: 2)
        let host = try await Host(options: options) {
            Delegate(on: "first", name: "first") { _, commander in
                try commander.publish(type: "second")
                return .handled
            }
            Delegate(on: "second", name: "second") { _, commander in
                for _ in 0..<5 { try commander.publish(type: "third") }
                return .handled
            }
        }
        let log = line("1", type: "first") + "\n{}\n"
        let result = await host.process(
            EventBatch(chunk: Chunk(log: Array(log.utf8), .lines), log: "log", lane: .only), on: 0)
        #expect(result.quarantined.map(\.event.isPublished) == [false, false])
    }

    /// Counts what is written, and how often it is to be on the disk.
    private struct Counter: LogProcessor.Sink {
        var writes = 0
        var syncs = 0

        mutating func write(_ results: [BatchResult], of chunk: Chunk, log: String) { writes += 1 }
        mutating func flush() {}
        mutating func sync() -> [OutputMark] {
            syncs += 1
            return []
        }
    }

    /// Each commit waits for the disk.
    @Test func aRunDoesNotCommitAfterEachChunk() async throws {
        let folder = try TemporaryFolder()
        let log = try folder.write(
            "log.jsonl", (1...1000).map { line("\($0)") + "\n" }.joined())
        let run = try Perilune.LogRun(path: folder.path("store"))
        defer { run.close() }
        var options = HostOptions()
        options.run = run
        let host = try await Host(options: options) {
            Delegate(on: "test", name: "taker") { _, _ in .handled }
        }
        var processor = LogProcessor(host)
        processor.limits.chunk = 512
        var sink = Counter()
        try await processor.run([log], into: &sink)
        #expect(sink.writes > 50)
        #expect(sink.syncs < sink.writes / 2)
    }
}
