import Foundation
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import Testing

/// The event `log.end`, which follows the logs of a run.
struct LogEndTests {
    private struct Collector: LogProcessor.Sink {
        var output: [UInt8] = []
        var summary = Summary()

        mutating func write(_ results: [BatchResult], of chunk: Chunk, log: String) {
            if results.count == 1 {
                results[0].output.forEach { output.append(contentsOf: $0) }
            } else {
                Segments.merge(results.map(\.output)) { output.append(contentsOf: $0) }
            }
            for result in results { summary += result.summary }
        }

        mutating func flush() {}
    }

    private let totals = """
        local state = require "state"
        return { on = { "test.*", "log.end" }, key = "all", execute = function(event, commander)
          if event.type == "log.end" then
            commander:emit { n = state.n, time = event.time, logs = #event.data.logs }
          else
            state.n = (state.n or 0) + 1
          end
        end }
        """

    private func run(
        _ source: String, logs: Int = 1, events: Int = 3, data: String = "1", workers: Int = 1,
        limit: Int = .max
    ) async throws -> Collector {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = try (0..<logs).map { log in
            let lines = (0..<events).map {
                #"{"specversion":"1.0","id":"\#(log)-\#($0)","source":"s","type":"test.made","time":"2026-01-0\#(log + 1)T00:00:0\#($0)Z","data":\#(data)}"#
            }
            let file = folder.appending(path: "\(log).jsonl")
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
            return file.path
        }
        var options = HostOptions()
        options.workers = workers
        let host = try await Host(options: options) { Script(name: "rule.lua", source: source) }
        var processor = LogProcessor(host)
        processor.limit = limit
        var sink = Collector()
        try await processor.run(names, into: &sink)
        return sink
    }

    @Test(arguments: [1, 2, 4])
    func followsTheLastOfAllLogs(_ workers: Int) async throws {
        let sink = try await run(totals, logs: 2, workers: workers)
        let text = String(decoding: sink.output, as: UTF8.self)
        #expect(text == #"{"logs":2,"n":6,"time":"2026-01-02T00:00:02Z"}"# + "\n")
        #expect(sink.summary.read == 7)
    }

    @Test func hasTheTimeOfAnEventWithANumberThatDoesNotFit() async throws {
        let sink = try await run(totals, data: "1e400")
        #expect(String(decoding: sink.output, as: UTF8.self).contains("00:00:02Z"))
    }

    @Test func isNotDeliveredToScriptsThatDoNotNameIt() async throws {
        let sink = try await run(
            "return { on = '*', execute = function(e, c) c:emit(e.type) end }")
        #expect(String(decoding: sink.output, as: UTF8.self).contains("log.end") == false)
        #expect(sink.summary.read == 3)
    }

    @Test func isNotDeliveredIfALimitEndsTheRun() async throws {
        #expect(try await run(totals, limit: 2).output.isEmpty)
    }

    @Test func followsALogWithoutEvents() async throws {
        let sink = try await run(totals, events: 0)
        #expect(String(decoding: sink.output, as: UTF8.self) == #"{"logs":1}"# + "\n")
    }
}
