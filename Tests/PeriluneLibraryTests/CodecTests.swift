import Perilune
import PeriluneCore
import PeriluneLibrary
import Testing

/// Codecs and kinds of sinks of a library.
struct CodecTests {
    private let registry: Registry

    init() throws {
        var registry = Registry()
        try LibraryPlugin(entry: quotaEntry).register(in: &registry)
        self.registry = registry
    }

    private func codec(_ options: Value = .object(.init())) throws -> any Codec {
        try #require(registry.codecs.first).configured(options)
    }

    private func decoded(_ entry: String, by decoder: any EntryDecoder) throws -> String {
        var event: [UInt8] = []
        try decoder.decode(
            Array(entry.utf8).span, at: EntryPlace(line: 3, offset: 40), into: &event)
        return String(decoding: event, as: UTF8.self)
    }

    @Test func aCodecTurnsEntriesIntoEvents() throws {
        let log = LogHead(name: "logs/taps.log", start: Array("gate 7".utf8))
        let decoder = try #require(try codec().decoder(for: log))
        _ = try decoded("gate 7", by: decoder)
        #expect(
            try decoded("gate 8", by: decoder)
                == #"{"specversion":"1.0","id":"taps.log:40","source":"taps.log","type":"tap","subject":"gate 8","data":{"line":3,"count":2}}"#
        )
    }

    @Test func anEntryMayYieldNoEvent() throws {
        let log = LogHead(name: "-", start: Array("#".utf8))
        #expect(try decoded("# comment", by: #require(try codec().decoder(for: log))) == "")
    }

    @Test func anInvalidEntryKeepsItsError() throws {
        let log = LogHead(name: "-", start: Array("gate".utf8))
        let decoder = try #require(try codec().decoder(for: log))
        let error = #expect(throws: PeriluneError.self) { try decoded("door 1", by: decoder) }
        #expect(error?.code == "quota.tap")
        #expect(error?.message.hasPrefix("plugin 'quota': ") == true)
        #expect(error?.hint == "gate N")
    }

    @Test func aLogOfEventsNeedsNoDecoder() throws {
        #expect(try codec().decoder(for: LogHead(name: "-")) == nil)
    }

    @Test func theLibrarySplitsAndRecognizesLogs() throws {
        #expect(try codec().framing(of: Array("gate".utf8)) == .lines)
        #expect(
            try codec(["separator": ";"]).framing(of: [])
                == .table(delimiter: 0x3B, quote: 0x27, hasHeader: true))
        #expect(try codec().framing(of: Array("[".utf8)) == .json(elementsOf: ["taps"]))
        #expect(try codec().recognizes(Array("gate 1".utf8)))
        #expect(try !codec().recognizes(Array("door 1".utf8)))
    }

    @Test(arguments: [
        (";", ";", "framing.delimiter and framing.quote must differ"),
        ("\"", nil, "framing.delimiter and framing.quote must differ"),
        ("\n", nil, "framing.delimiter must not be a line feed, carriage return or NUL"),
        ("\r", nil, "framing.delimiter must not be a line feed, carriage return or NUL"),
        (";", "\0", "framing.quote must not be a line feed, carriage return or NUL"),
    ])
    func invalidDelimitersAndQuotesAreRefused(delimiter: String, quote: String?, message: String) {
        var told = Value.Members([
            ("framing", "table"), ("header", true), ("delimiter", .string(delimiter)),
        ])
        if let quote { told["quote"] = .string(quote) }
        let value = Value.object(told)
        let error = #expect(throws: PeriluneError.self) { try EntryFraming(wireValue: value) }
        #expect(error?.message.contains(message) == true)
    }

    @Test func theLibraryChecksOptions() {
        let error = #expect(throws: PeriluneError.self) { try codec(["seperator": ";"]) }
        #expect(error?.code == "codec.option")
    }

    @Test func theLibraryMakesSinksOfOutputs() async throws {
        let factory = try #require(registry.sinkFactories.first)
        let options = SinkOptions(["step": 2], getsRecords: true, folder: "rules/")
        let sink = try factory.sink(named: "totals", options)
        #expect(sink.name == "totals")
        let error = await #expect(throws: PeriluneError.self) {
            try await sink.write(
                RecordBatch(records: [0x7B, 0x7D], first: 1, count: 1, sequence: "s1"))
        }
        #expect(error?.message == #"totals {"step":2} true rules/ s1"#)
        let refused = #expect(throws: PeriluneError.self) {
            try factory.sink(named: "totals", SinkOptions())
        }
        #expect(refused?.code == "quota.step")
    }
}
