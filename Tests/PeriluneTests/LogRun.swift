import PeriluneFiles

@testable import Perilune

/// What came of a log, decided by one worker or by several lanes.
struct LogRun: Equatable {
    var output = ""
    var records = ""
    var quarantine = ""
    var summary = Summary()
    var problems: [String] = []

    /// Decides the lines of a log; with several workers each one goes through all lines and decides its own.
    init(
        _ log: [UInt8], on host: Host, chunk: Int = 256 << 10, longestLine: Int = 4 << 20
    ) async throws {
        let file = try TemporaryFile(log)
        var limits = LogSource.Limits()
        limits.chunk = chunk
        limits.line = longestLine
        let source = try LogSource(path: file.path, limits: limits)
        while let chunk = try source.next() { try await decide(chunk, host) }
        withExtendedLifetime(file) {}
    }

    init(_ lines: [String], on host: Host, chunk: Int = 256 << 10) async throws {
        try await self.init(Array(lines.map { $0 + "\n" }.joined().utf8), on: host, chunk: chunk)
    }

    private mutating func decide(_ chunk: Chunk, _ host: Host) async throws {
        let workers = host.options.workers
        let results = await withTaskGroup(of: (Int, BatchResult).self) { group in
            for number in 0..<workers {
                let lane =
                    workers == 1
                    ? Lane.only
                    : Lane(ordering: host.registry.ordering, number: number, count: workers)
                group.addTask {
                    (
                        number,
                        await host.process(
                            EventBatch(chunk: chunk, log: "test.jsonl", lane: lane), on: number)
                    )
                }
            }
            var results: [(Int, BatchResult)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
        for result in results {
            if let failure = result.failure { throw failure }
            summary += result.summary
            problems += result.problems.map { "\($0.line): \($0.error.code.rawValue)" }
        }
        output += Self.text(results.map(\.output))
        records += Self.text(results.map(\.records))
        quarantine += Self.text(results.map(\.quarantine))
    }

    private static func text(_ lanes: [Segments]) -> String {
        var bytes: [UInt8] = []
        if lanes.count == 1 {
            lanes[0].forEach { bytes.append(contentsOf: $0) }
        } else {
            Segments.merge(lanes) { bytes.append(contentsOf: $0) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

func event(
    _ id: String, type: String = "test", source: String = "s", data: Value? = nil
) -> Event {
    Event(id: id, source: source, type: type, data: data)
}

func line(
    _ id: String, type: String = "test", source: String = "s", data: Value? = nil
) -> String {
    String(decoding: event(id, type: type, source: source, data: data).json, as: UTF8.self)
}

extension Host.Results {
    var text: String { String(decoding: output, as: UTF8.self) }
    /// `event outcome by`, for each record.
    var outcomes: [String] {
        records.map { "\($0.event) \($0.outcome.rawValue) \($0.by ?? "-")" }
    }
}

/// Every sum that must add up.
func addsUp(_ summary: Summary) -> Bool {
    summary.read + summary.published + summary.timers
        == summary.handled + summary.byDefault + summary.unhandled + summary.rejected
        + summary.failed
}
