import PeriluneCore
import Testing

@testable import Perilune

/// Many reloads while events come in: none is lost, none is decided twice.
@Suite(.timeLimit(.minutes(15))) struct ReloadStressTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Every tenth version is broken, in another line each time.
    private func source(_ number: Int) -> String {
        let lines = String(repeating: "\n", count: number % 7)
        if number % 10 == 9 { return lines + "return { on = '*', execute = function( end }" }
        return lines
            + """
            local state = require "state"
            return { on = "*", execute = function(event, commander)
              state.count = (state.count or 0) + 1
              commander:reject("version \(number) count " .. state.count)
            end }
            """
    }

    @Test(arguments: [(1, true), (3, false)])
    func noEventIsLostOrDoubled(_ workers: Int, _ isDurable: Bool) async throws {
        let path = try folder.write("count.lua", source(0))
        let door = try Door(
            durable: isDurable, change: { $0.host.workers = workers },
            { [.script(try Script(path))] })
        defer { door.remove() }
        let isOver = Journal()
        let sender = Task { [door] in
            var sent = 0
            while isOver.notes.isEmpty || sent < 200 {
                let answer = await door.send("e\(sent)", source: "s\(sent % 11)")
                if answer.status == 202 { sent += 1 }
            }
            return sent
        }
        var refused = 0
        for number in 1...20 {
            try folder.write("count.lua", source(number))
            do {
                let reload = try await door.intake.reload()
                #expect(reload.changes.count == 1)
                #expect(number % 10 != 9)
            } catch {
                #expect(number % 10 == 9)
                #expect(error.code == "script.syntax")
                #expect(error.place.line == number % 7 + 1)
                refused += 1
            }
        }
        isOver.note("over")
        let sent = await sender.value
        await door.drain()
        #expect(refused == 2)
        #expect(door.intake.reloads.taken == 18)
        let records = try door.lines().map { try Value(json: $0) }
        #expect(
            records.compactMap { $0["event"]?.string }.sorted()
                == (0..<sent).map { "e\($0)" }.sorted())
        #expect(records.allSatisfy { $0["outcome"]?.string == "rejected" })
        try checkEachKey(records)
    }

    /// The events of one key count up, and their versions never go back.
    private func checkEachKey(_ records: [Value]) throws {
        var last: [Int: (count: Int, version: Int)] = [:]
        for record in records {
            let words = (record["reason"]?.string ?? "").split(separator: " ")
            let number = try #require(Int((record["event"]?.string ?? "").dropFirst()))
            let version = try #require(Int(words[1]))
            let count = try #require(Int(words[3]))
            let before = last[number % 11] ?? (0, 0)
            #expect(count == before.count + 1)
            #expect(version >= before.version)
            last[number % 11] = (count, version)
        }
    }

    @Test func theSameDecisionsAreTheSameBytesWhileVersionsChange() async throws {
        let source = """
            local state = require "state"
            return { on = "*", execute = function(event, commander)
              state.sum = (state.sum or 0) + event.data
              commander:emit { id = event.id, sum = state.sum, random = math.random(1000) }
              if event.data % 7 == 0 then error("seven") end
            end }
            """
        let lines = (0..<2000).map {
            line("\($0)", source: "s\($0 % 13)", data: .integer(Int64($0)))
        }
        var runs: [LogRun] = []
        for workers in [1, 1, 2, 4] {
            var options = HostOptions()
            options.workers = workers
            let host = try await Host(options: options) { Script(name: "a.lua", source: source) }
            let isOver = Journal()
            let isQuiet = runs.isEmpty
            let reloads = Task {
                var number = 0
                while !isQuiet, isOver.notes.isEmpty {
                    number += 1
                    let text = source + String(repeating: "\n", count: number % 5 + 1)
                    try await host.reload([Script(name: "a.lua", source: text)])
                }
                return number
            }
            runs.append(try await LogRun(lines, on: host, chunk: 4096))
            isOver.note("over")
            let number = try await reloads.value
            #expect(isQuiet || number > 0)
        }
        for run in runs.dropFirst() {
            // Problems are told as they come, lane by lane.
            #expect(run.output == runs[0].output)
            #expect(run.records == runs[0].records)
            #expect(run.quarantine == runs[0].quarantine)
            #expect(run.summary == runs[0].summary)
        }
        #expect(runs[0].summary.read == 2000)
    }
}
