import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneStore
import PeriluneTestKit
import StreamsPlugin
import Testing

@testable import Perilune

/// An event of a log, in milliseconds after the first of January.
struct StreamEvent {
    let id: Int
    let key: Int
    let time: Int
    let value: Int

    static func microseconds(_ time: Int) -> Int64 { 1_767_225_600_000_000 + Int64(time) * 1000 }

    /// As modules write it.
    static func text(_ time: Int) -> String {
        Timestamp(microseconds: microseconds(time)).description
    }

    fileprivate var json: String {
        #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"test","time":"\#(Self.text(time))","data":{"k":"\#(key)","v":\#(value)}}"#
    }

    /// Events of a few keys, some late, most within a second after the event before them.
    static func random(
        _ seed: UInt64, count: Int = 400, keys: Int = 4, late: Int = 3000, values: Int = 8
    ) -> [Self] {
        var random = SeededGenerator(seed: seed)
        var time = 100_000
        return (0..<count).map { id in
            // In tenths of a second, so that many events are at the bounds of windows.
            time += 100 * Int.random(in: 0...7, using: &random)
            let isLate = late > 0 && Int.random(in: 0..<3, using: &random) == 0
            return Self(
                id: id, key: Int.random(in: 0..<keys, using: &random),
                time: time - (isLate ? 100 * Int.random(in: 0...late / 100, using: &random) : 0),
                value: Int.random(in: 0..<values, using: &random))
        }
    }
}

/// Runs a rule over a log.
struct StreamLab {
    private struct Collector: LogProcessor.Sink {
        var output: [UInt8] = []
        var summary = Summary()
        var errors: [String] = []

        mutating func write(_ results: [BatchResult], of chunk: Chunk, log: String) {
            output += Segments.merged(results.map(\.output))
            for result in results {
                summary += result.summary
                errors += result.problems.map(\.error.message)
            }
        }

        mutating func flush() {}

        var lines: [String] {
            String(decoding: output, as: UTF8.self).split(separator: "\n")
                .map { String($0.dropFirst().dropLast()) }
        }
    }

    /// The emitted lines, which are strings, the same for 1, 2 and 4 workers.
    static func lines(_ source: String, _ events: [StreamEvent]) async throws -> [String] {
        let outputs = [
            try await output(source, events, workers: 1),
            try await output(source, events, workers: 2),
            try await output(source, events, workers: 4),
        ]
        #expect(outputs[1] == outputs[0])
        #expect(outputs[2] == outputs[0])
        return outputs[0]
    }

    static func output(
        _ source: String, _ events: [StreamEvent], workers: Int = 1,
        store: any StateStore = MemoryStateStore()
    ) async throws -> [String] {
        let sink = try await run(source, events, workers: workers, store: store)
        #expect(sink.summary.failed == 0)
        return sink.lines
    }

    /// The emitted lines of a rule that fails for some events or timers, and for how many, the same for 1, 2 and 4
    /// workers.
    static func failing(
        _ source: String, _ events: [StreamEvent]
    ) async throws -> (lines: [String], failed: Int) {
        let sink = try await run(source, events, workers: 1, store: MemoryStateStore())
        for (workers, parts) in [(2, 1), (4, 1), (1, 3)] {
            let other = try await run(
                source, events, parts: parts, workers: workers, store: MemoryStateStore())
            #expect(other.lines == sink.lines)
            #expect(other.summary.failed == sink.summary.failed)
        }
        return (sink.lines, sink.summary.failed)
    }

    /// What modules report, the same for 1, 2 and 4 workers and for parts of the log, and the errors of one worker.
    static func notices(
        _ source: String, _ events: [StreamEvent]
    ) async throws -> (notices: Notices, errors: [String]) {
        let store = MemoryStateStore()
        let sink = try await run(source, events, workers: 1, store: store)
        for (workers, parts) in [(2, 1), (4, 1), (1, 3)] {
            let other = try await run(
                source, events, parts: parts, workers: workers, store: MemoryStateStore())
            #expect(other.summary.notices == sink.summary.notices)
        }
        return (sink.summary.notices, sink.errors)
    }

    private static func run(
        _ source: String, _ events: [StreamEvent], parts: Int = 1, workers: Int,
        store: any StateStore
    ) async throws -> Collector {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "stream-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let size = (events.count + parts - 1) / parts
        let files = try (0..<parts).map { part in
            let file = folder.appending(path: "\(part).jsonl")
            let lines = events.dropFirst(part * size).prefix(size).map { $0.json + "\n" }
            try Data(lines.joined().utf8).write(to: file)
            return file.path
        }
        var options = HostOptions()
        options.workers = workers
        let host = try await Host(options: options, store: store) {
            Streams()
            script(source)
        }
        var sink = Collector()
        try await LogProcessor(host).run(files, into: &sink)
        return sink
    }

    static func script(_ source: String) -> Script {
        Script(name: "rule.lua", source: source, limits: ScriptLimits(time: .milliseconds(20_000)))
    }

    /// What Lua emits for one event.
    static func emitted(
        _ body: String, before: String = "", fields: String = ""
    ) async throws -> [Value] {
        let host = try await Host {
            Streams()
            script(
                """
                local aggregate = require "aggregate"
                \(before)
                return { \(fields) on = "test", execute = function(event, commander) \(body) end }
                """)
        }
        let event = Event(
            id: "1", source: "s", type: "test", time: "2026-01-01T00:00:00Z",
            data: .object(.init([("v", .integer(7))])))
        let results = try await host.process(all: [event])
        if let error = results.records.first?.error { throw error }
        return try results.emissions.map { try Value(json: $0.json) }
    }
}

extension StreamLab {
    /// Why one event fails, or the file does not load.
    static func failure(_ source: String) async throws -> PeriluneError? {
        let host = try await Host {
            Streams()
            script("local aggregate = require 'aggregate'\n" + source)
        }
        let event = Event(
            id: "1", source: "s", type: "test", time: "2026-01-01T00:00:00Z")
        return try await host.process(event).error
    }
}
