import PeriluneCore
import Testing

@testable import Perilune

/// A line that cannot be processed goes to quarantine with its bytes; all others are processed.
struct BadInputTests {
    private func host() async throws -> Host {
        try await Host {
            Delegate(on: "*", name: "all") { event, commander in
                commander.emit(.string(event.id))
                return .handled
            }
        }
    }

    private static let deep =
        #"{"id":"1","source":"s","type":"t","data":"#
        + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "}"

    @Test(arguments: [
        ("not JSON", "json.syntax"), ("{\"id\":\"1\"", "json.syntax"), ("[]", "event.object"),
        ("17", "event.object"), (" ", "json.empty"), (deep, "json.depth"),
        (#"{"id":"1","id":"2","source":"s","type":"t"}"#, "json.duplicate"),
        (#"{"source":"s","type":"t"}"#, "event.id"),
        (#"{"id":"1","type":"t"}"#, "event.source"),
        (#"{"id":"1","source":"s"}"#, "event.type"),
        (#"{"id":"1","source":"s","type":""}"#, "event.type"),
        (#"{"id":"","source":"s","type":"t"}"#, "event.id"),
        (#"{"id":"1","source":"","type":"t"}"#, "event.source"),
        (#"{"id":1,"source":"s","type":"t"}"#, "event.id"),
        (#"{"id":null,"source":"s","type":"t"}"#, "event.id"),
        (#"{"id":"1","source":"s","type":"t","data":"\#u{0}"}"#, "json.string"),
        (#"{"id":"1","source":"s","type":"t"}\#u{0}"#, "json.syntax"),
        (#"{"id":"1","source":"s","type":"t","data":01}"#, "json.number"),
        ("\u{FEFF}" + #"{"id":"1","source":"s","type":"t"}"#, "json.syntax"),
    ])
    func quarantinesTheLineAndContinues(_ bad: String, _ code: String) async throws {
        let run = try await LogRun([line("a"), bad, line("b")], on: host())
        #expect(run.output == "\"a\"\n\"b\"\n")
        #expect(run.problems == ["2: \(code)"])
        #expect(run.summary.read == 3)
        #expect(run.summary.failed == 1)
        #expect(addsUp(run.summary))
        let quarantined = try Value(json: run.quarantine)
        #expect(quarantined["bytes"]?.string == bad)
        #expect(quarantined["log"] == "test.jsonl")
        #expect(quarantined["line"] == 2)
        #expect(quarantined["offset"] == .integer(Int64(line("a").utf8.count + 1)))
        #expect(quarantined["error"]?["code"] == .string(code))
        #expect(quarantined["error"]?["line"] == 2)
        let record = try Value(json: String(run.records.split(separator: "\n")[1]))
        #expect(record["event"] == "test.jsonl:2")
        #expect(record["outcome"] == "failed")
    }

    @Test func theQuarantineHasALineForEachEvent() async throws {
        let run = try await LogRun(["x", line("a"), "y"], on: host())
        let values = try run.quarantine.split(separator: "\n").map { try Value(json: $0) }
        #expect(values.map { $0["bytes"] } == ["x", "y"])
    }

    @Test func quarantinesBytesThatAreNotUTF8AsBase64() async throws {
        let bad: [UInt8] =
            Array(#"{"id":"1","source":"s","type":"\#u{0}"#.utf8) + [0xFF, 0xC0, 0x22, 0x7D]
        let run = try await LogRun(
            Array((line("a") + "\n").utf8) + bad + [0x0A] + Array(line("b").utf8), on: host())
        #expect(run.output == "\"a\"\n\"b\"\n")
        let quarantined = try Value(json: run.quarantine)
        #expect(quarantined["bytes"] == nil)
        let text = try #require(quarantined["base64"]?.string)
        #expect(decoded(base64: text) == bad)
    }

    @Test func byteOrderMarksAndBlankLinesAreNotEvents() async throws {
        let log = "\u{FEFF}" + line("a") + "\r\n\r\n\n" + line("b") + "\r\n" + line("c")
        let run = try await LogRun(Array(log.utf8), on: host())
        #expect(run.output == "\"a\"\n\"b\"\n\"c\"\n")
        #expect(run.summary.read == 3)
        #expect(run.quarantine.isEmpty)
    }

    @Test func anEmptyLogHasNoEvents() async throws {
        let run = try await LogRun([UInt8](), on: host())
        #expect(run.summary == Summary())
        #expect(run.output.isEmpty)
    }

    @Test(arguments: ["1e400", "9223372036854775808", "18446744073709551616"])
    func aNumberThatDoesNotFitFailsOnlyDelegatesThatReadIt(_ number: String) async throws {
        let host = try await Host {
            Delegate(on: "*", name: "reader") { event, commander in
                if event.id == "2" { _ = try event.value(at: "data.n") }
                commander.emit(.string(event.id))
                return .handled
            }
        }
        let lines = ["1", "2", "3"].map {
            #"{"id":"\#($0)","source":"s","type":"t","data":{"n":\#(number)}}"#
        }
        let run = try await LogRun(lines, on: host)
        #expect(run.output == "\"1\"\n\"3\"\n")
        #expect(run.problems == ["2: json.number"])
        let quarantined = try Value(json: run.quarantine)
        #expect(quarantined["bytes"]?.string == lines[1])
        #expect(quarantined["event"] == "2")
    }

    @Test(arguments: [1, 2])
    func aLineThatIsTooLongIsOneFailureWithItsBeginning(_ workers: Int) async throws {
        var options = HostOptions()
        options.workers = workers
        let host = try await Host(options: options) {
            Delegate(name: "keeps", interests: Interests(), ordering: .partitionKey) { _ in
                Slow(journal: Journal(), form: .reader)
            }
        }
        let long = line("long", data: .string(String(repeating: "x", count: 1000)))
        let log = [line("a"), long, line("b")].map { $0 + "\n" }.joined()
        let run = try await LogRun(Array(log.utf8), on: host, chunk: 64, longestLine: 200)
        #expect(run.output == "\"execute a\"\n\"execute b\"\n")
        #expect(run.summary.read == 3)
        #expect(run.summary.failed == 1)
        #expect(addsUp(run.summary))
        let kept = try Value(json: run.quarantine)
        #expect(kept["bytes"]?.string.map { !$0.isEmpty && long.hasPrefix($0) } == true)
        #expect(kept["error"]?["code"] == "event.size" && kept["line"] == 2)
        #expect(run.records.split(separator: "\n").count == 3)
    }

    @Test func quarantineHas64KilobytesOfALineThatIsTooLong() async throws {
        let log = Array(repeating: UInt8(ascii: "["), count: 300_000)
        let run = try await LogRun(log, on: host(), chunk: 100_000, longestLine: 200_000)
        let kept = try Value(json: run.quarantine)
        #expect(kept["bytes"]?.string?.utf8.count == 65536)
        #expect(run.summary.failed == 1)
    }

    @Test func processReturnsARecordForAnInvalidEvent() async throws {
        let results = try await host().process(all: [
            event("a"), Event(json: Array("{".utf8)), event("b"),
        ])
        #expect(results.outcomes == ["a handled all", "events:2 failed -", "b handled all"])
        #expect(results.records[1].error?.place.description == "events:2:2")
        #expect(addsUp(results.summary))
    }

    @Test func anInvalidElementOfABatchFailsAlone() async throws {
        let batch = try Event.batch(json: Array("[\(line("a")), 17, \(line("b"))]".utf8))
        let results = try await host().process(all: batch)
        #expect(results.outcomes == ["a handled all", "events:2 failed -", "b handled all"])
    }
}
