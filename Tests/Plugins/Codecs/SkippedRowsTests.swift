import CodecsPlugin
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneLua
import PeriluneTestKit
import Testing

/// Logs of which the rows that nobody takes are skipped, beside the same logs with every event written.
struct SkippedRowsTests {
    private static let values = [
        "yes", "no", "maybe", "", "1", "two words", "é", "\"yes\"", "\"a, b\"",
        "\"says \"\"no\"\"\"",
        "\"two\nlines\"", "ye\"s", "\u{0}", "a long value of more than sixteen bytes",
    ]
    private static let rules = [
        #"return { on = "entry.csv", where = { ["data.s"] = "yes" }, execute = EMIT }"#,
        #"return { on = "entry.*", where = { ["data.s"] = { "no", "maybe" }, ["data.n"] = "1" }, execute = EMIT }"#,
        #"return { on = "other", execute = EMIT }"#,
        #"return { on = "entry.csv", where = { type = "entry.csv", ["data.t"] = "says \"no\"" }, execute = EMIT }"#,
        #"return { on = "entry.csv", where = { ["data.missing"] = "yes" }, execute = EMIT }"#,
        #"return { on = "entry.csv", where = { ["data.n"] = 1 }, execute = EMIT }"#,
        #"return { on = "entry.csv", where = { ["data.t"] = "é" }, execute = EMIT }"#,
    ]
    private static let emit =
        "function(event, commander) commander:emit { event.id, event.data.n, event.data.t } end"

    private static func log(_ random: inout SeededGenerator) -> [UInt8] {
        func chance(_ many: Int) -> Bool { Int.random(in: 0..<many, using: &random) == 0 }
        var bytes: [UInt8] = chance(4) ? [0xEF, 0xBB, 0xBF] : []
        let end: [UInt8] = chance(3) ? [0x0D, 0x0A] : [0x0A]
        bytes += Array("n,s,t".utf8) + end
        for _ in 0..<Int.random(in: 5..<60, using: &random) {
            if chance(15) { bytes += end }
            let columns = chance(20) ? Int.random(in: 1...5, using: &random) : 3
            let texts = (0..<columns).map { _ in values.randomElement(using: &random) ?? "" }
            bytes += Array(texts.joined(separator: ",").utf8)
            if chance(40) { bytes.append(0xC3) }
            if chance(60) { bytes += Array(",\"".utf8) }
            bytes += end
        }
        if chance(3) { bytes.removeLast() }
        return bytes
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func resultsAreThoseOfWrittenEvents(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let log = Self.log(&random)
        var options = Value.Members()
        if seed.isMultiple(of: 3) { options["time"] = .string("t") }
        if seed.isMultiple(of: 4) { options["subject"] = .string("{s}") }
        if seed.isMultiple(of: 5) { options["id"] = .string("{n}-{s}") }
        let rules = (0..<Int.random(in: 1...2, using: &random)).compactMap { _ in
            Self.rules.randomElement(using: &random)
        }
        let runs = try await PreviewedRuns(
            log, try Codecs.named("csv").configured(.object(options)),
            rules: rules.map { $0.replacing("EMIT", with: Self.emit) },
            chunk: seed.isMultiple(of: 2) ? 256 << 10 : 200)
        runs.expectTheSame()
        #expect(runs.previewed.summary.read > 0)
    }

    /// Each worker reads all rows, and decides those with its own keys.
    @Test func aRowThatCannotBeReadIsRefusedByOneWorker() async throws {
        let log = try TestLog("{\"a\":1}\nx\n{\"a\":2}\n")
        var options = HostOptions()
        options.workers = 3
        let host = try await Host(options: options) {
            Codecs()
            Script(
                name: "count.lua",
                source: """
                    local state = require "state"
                    return { on = "*", key = "data.a", execute = function(event, commander)
                      state.count = (state.count or 0) + 1
                    end }
                    """)
        }
        var processor = LogProcessor(host)
        processor.codec = try Codecs.named("json")
        var run = PreviewedRuns.Run()
        try await processor.run([log.path], into: &run)
        #expect(run.summary.read == 3)
        #expect(run.summary.handled == 2)
        #expect(run.summary.failed == 1)
    }

    private static func decoder(_ options: [String: Value]) throws -> any PreviewingDecoder {
        var members = Value.Members()
        members["columns"] = .array([.string("n"), .string("s")])
        for (name, value) in options { members[name] = value }
        let codec = try Codecs.named("csv").configured(.object(members))
        return try #require(codec.decoder(for: LogHead(name: "log")) as? any PreviewingDecoder)
    }

    private static func required(_ path: FieldPath) throws -> [RequiredText] {
        [try #require(RequiredText(path, [.string("yes")]))]
    }

    @Test func skipsRowsWithoutTheRequiredText() throws {
        let filter = try #require(
            try Self.decoder([:]).filter([try Self.required("type") + Self.required("data.s")]))
        let rows = Array("1,no\n2,no\n3,yes\n".utf8)
        let padded = rows + [UInt8](repeating: 0, count: RowFilter.padding)
        let skipped = unsafe padded.withUnsafeBytes {
            unsafe filter.skip(
                in: UnsafeRawBufferPointer(rebasing: $0[..<rows.count]), from: 0, atMost: Int.max)
        }
        #expect(skipped.count == 2)
    }

    @Test func readsEachRowIfOnlyTheEventDecides() throws {
        let requirement = try Self.required("data.s")
        #expect(try Self.decoder([:]).filter([requirement]) != nil)
        #expect(try Self.decoder([:]).filter([requirement, Self.required("source")]) == nil)
        #expect(try Self.decoder(["types": .string("s")]).filter([requirement]) == nil)
        #expect(RequiredText("data.s", [.string("yes"), .integer(1)]) == nil)
        #expect(RequiredText("data.s", [.string("é")]) == nil)
    }
}
