import Perilune
import PeriluneCore
import Synchronization
import Testing

struct DecisionLogTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func hasEveryDecisionInOrderWithTheVersionOfItsScript() async throws {
        let path = folder.path("decisions.jsonl")
        let host = try await host(DecisionLog(path))
        for number in 0..<20 {
            _ = try await host.process(all: [event(number), event(number + 100)])
        }
        await host.drain()
        let records = try lines(of: "decisions.jsonl").map { try Value(json: $0) }
        let ids = (0..<20).flatMap { ["\($0)", "\($0 + 100)"] }
        #expect(records.map { $0["event"]?.string } == ids)
        let version = try #require(try host.scripts.first?.version)
        let decided = records.filter { $0["by"]?.string == "small.lua" }
        #expect(decided.count == 20)
        #expect(decided.allSatisfy { $0["version"]?.string == version })
    }

    @Test func continuesTheFileOfAnEarlierRun() async throws {
        let path = folder.path("decisions.jsonl")
        for number in 0..<2 {
            let host = try await host(DecisionLog(path))
            _ = try await host.process(event(number))
            await host.drain()
        }
        #expect(try lines(of: "decisions.jsonl").count == 2)
    }

    @Test func createsANewFileIfTheOldOneWasMoved() async throws {
        let path = folder.path("decisions.jsonl")
        let log = try DecisionLog(path)
        let host = try await host(log)
        _ = try await host.process(event(1))
        await host.drain()
        try folder.move("decisions.jsonl", to: "decisions.1.jsonl")
        try log.reopen()
        _ = try await host.process(event(2))
        await host.drain()
        #expect(try lines(of: "decisions.1.jsonl").count == 1)
        #expect(try lines(of: "decisions.jsonl").count == 1)
    }

    @Test func aSinkThatFailsIsNamedInTheLogAndTheEventIsDecided() async throws {
        let heard = Heard()
        var options = HostOptions()
        options.decisionLog = Failing()
        let host = try await Host(options: options, log: heard) { Self.script }
        #expect(try await host.process(event(1)).outcome == .handled)
        #expect(await host.drain(for: .milliseconds(20)) == ["table"])
        #expect(heard.messages == ["sink.full: no room"])
    }

    @Test func aMissingFolderIsAnError() {
        #expect {
            try DecisionLog(folder.path("none/decisions.jsonl"))
        } throws: {
            ($0 as? PeriluneError)?.code == "output.create"
        }
    }

    private static let script = Script(
        name: "small.lua",
        source: """
            return { shouldHandle = function(e) return e.data.n < 100 end, execute = function() end }
            """)

    private func host(_ log: DecisionLog) async throws -> Host {
        var options = HostOptions()
        options.decisionLog = log
        return try await Host(options: options) { Self.script }
    }

    private func event(_ number: Int) -> Event {
        Event(
            id: "\(number)", source: "t", type: "test.number",
            data: ["n": .integer(Int64(number))])
    }

    private func lines(of name: String) throws -> [String] {
        try folder.text(name).split(separator: "\n").map(String.init)
    }
}

private struct Failing: RecordSink {
    let name = "table"
    func write(_ batch: RecordBatch) async throws { throw PeriluneError("sink.full", "no room") }
}

private final class Heard: LogSink {
    private let lines = Mutex<[String]>([])
    var messages: [String] { lines.withLock(\.self) }
    func log(_ line: LogLine) { lines.withLock { $0.append(line.message) } }
}
