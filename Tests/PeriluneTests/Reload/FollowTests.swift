import PeriluneCore
import PeriluneFiles
import Synchronization
import Testing

@testable import Perilune

/// A log is followed while others write it.
@Suite(.timeLimit(.minutes(15))) struct FollowTests {
    private let folder: TemporaryFolder
    private let seen = Output()

    init() throws { folder = try TemporaryFolder() }

    private final class Output: Sendable {
        let text = Mutex("")
        let isOver = Atomic(false)
        let due = Atomic(false)
        let boundaries = Mutex<[Int]>([])

        func has(_ text: String) async {
            for _ in 0..<2000 where self.text.withLock({ $0 }) != text {
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    private struct Sink: LogProcessor.Sink {
        let seen: Output

        mutating func write(_ results: [BatchResult], of chunk: Chunk, log: String) {
            let text = results.map { String(decoding: $0.output.bytes, as: UTF8.self) }.joined()
            seen.text.withLock { $0 += text }
        }

        mutating func flush() {}
    }

    private func follow(_ path: String) async throws -> Task<Void, any Error> {
        let host = try await Host { Script(name: "say.lua", source: TemporaryFolder.saying("a")) }
        let seen = seen
        return Task {
            var processor = LogProcessor(host)
            processor.follow = LogProcessor.Follow(
                isDue: { seen.due.exchange(false, ordering: .relaxed) },
                between: { _, line in
                    seen.boundaries.withLock { $0.append(line) }
                    let other = Script(name: "say.lua", source: TemporaryFolder.saying("b"))
                    _ = try? await host.reload([other])
                })
            processor.shouldStop = { seen.isOver.load(ordering: .relaxed) }
            var sink = Sink(seen: seen)
            try await processor.run([path], into: &sink)
        }
    }

    private func text(_ lines: String...) -> String { lines.map { "\"\($0)\"\n" }.joined() }

    @Test func appendedEventsAreDecidedByLineAndVersionsChangeBetweenLines() async throws {
        let log = try folder.write("log.jsonl", line("1") + "\n")
        let task = try await follow(log)
        await seen.has(text("a 1"))
        let file = try OpenFile(appendingTo: log)
        let next = line("2") + "\n"
        file.write(String(next.prefix(20)))
        try await Task.sleep(for: .milliseconds(250))
        file.write(next.dropFirst(20) + line("3") + "\n")
        await seen.has(text("a 1", "a 2", "a 3"))
        seen.due.store(true, ordering: .relaxed)
        for _ in 0..<1000 where seen.boundaries.withLock(\.isEmpty) {
            try await Task.sleep(for: .milliseconds(5))
        }
        file.write(line("4") + "\n")
        await seen.has(text("a 1", "a 2", "a 3", "b 4"))
        #expect(seen.boundaries.withLock { $0 } == [4])
        seen.isOver.store(true, ordering: .relaxed)
        try await task.value
    }

    @Test func aLogThatIsRotatedOrEmptiedIsReadFromItsBeginning() async throws {
        let log = try folder.write("log.jsonl", line("1") + "\n" + line("2"))
        let task = try await follow(log)
        await seen.has(text("a 1"))
        // The last line has no end; it is complete when nobody can add to it any more.
        try folder.write("log.jsonl", line("3") + "\n")
        await seen.has(text("a 1", "a 2", "a 3"))
        let file = try OpenFile(log)
        try await Task.sleep(for: .milliseconds(300))
        file.write(line("4") + "\n")
        await seen.has(text("a 1", "a 2", "a 3", "a 4"))
        seen.isOver.store(true, ordering: .relaxed)
        try await task.value
        #expect(seen.text.withLock { $0 } == text("a 1", "a 2", "a 3", "a 4"))
    }
}
