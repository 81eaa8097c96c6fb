import CodecsPlugin
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import Testing

/// A log that a rule decides twice: with previews, and with each event written, because the records have its id.
struct PreviewedRuns {
    struct Run: LogProcessor.Sink {
        var output: [UInt8] = []
        var quarantine: [UInt8] = []
        var summary = Summary()

        mutating func write(_ results: [BatchResult], of chunk: Chunk, log: String) {
            for result in results {
                result.output.forEach { output.append(contentsOf: $0) }
                result.quarantine.forEach { quarantine.append(contentsOf: $0) }
                summary += result.summary
            }
            // Codecs look only at the events that are written.
            summary.notices = Notices()
        }

        mutating func flush() {}

        var text: String { String(decoding: output + quarantine, as: UTF8.self) }
    }

    private(set) var previewed = Run()
    private(set) var written = Run()

    init(_ text: String, _ codec: any Codec, rule: String) async throws {
        try await self.init(Array(text.utf8), codec, rules: [rule])
    }

    init(
        _ bytes: [UInt8], _ codec: any Codec, rules: [String], chunk: Int? = nil
    ) async throws {
        let log = try TestLog(bytes)
        previewed = try await Self.run(log, codec, rules, chunk, keepsRecords: false)
        written = try await Self.run(log, codec, rules, chunk, keepsRecords: true)
    }

    private static func run(
        _ log: TestLog, _ codec: any Codec, _ rules: [String], _ chunk: Int?, keepsRecords: Bool
    ) async throws -> Run {
        var options = HostOptions()
        options.keepsRecords = keepsRecords
        let host = try await Host(options: options) {
            Codecs()
            for (number, rule) in rules.enumerated() {
                Script(name: "\(number).lua", source: rule)
            }
        }
        var processor = LogProcessor(host)
        processor.codec = codec
        if let chunk { processor.limits.chunk = chunk }
        var run = Run()
        try await processor.run([log.path], into: &run)
        return run
    }

    func expectTheSame() {
        #expect(previewed.text == written.text)
        #expect(previewed.output == written.output)
        #expect(previewed.quarantine == written.quarantine)
        #expect(previewed.summary == written.summary)
    }
}
