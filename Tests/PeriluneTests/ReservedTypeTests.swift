import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import Testing

@testable import Perilune

/// Events whose types only the host makes.
@Suite(.timeLimit(.minutes(5))) struct ReservedTypeTests {
    private struct Collector: LogProcessor.Sink {
        var output: [UInt8] = []
        var errors: [PeriluneError] = []

        mutating func write(_ results: [BatchResult], of chunk: Chunk, log: String) {
            output += Segments.merged(results.map(\.output))
            errors += results.flatMap(\.problems).map(\.error)
        }

        mutating func flush() {}
    }

    private static let rule = Script(
        name: "rule.lua",
        source: """
            local timer = require "timer"
            return { on = { "test", "log.end" }, key = "all",
              execute = function(event, commander)
                if event.type == "test" then timer.after("1m") end
                commander:emit(event.type)
              end,
              onTimer = function(name, commander, event) commander:emit(name) end }
            """)

    private func event(_ id: Int, _ type: String, minute: Int = 0) -> String {
        #"{"specversion":"1.0","id":"\#(id)","source":"perilune","type":"\#(type)","time":"2026-01-01T00:0\#(minute):00Z","partitionkey":"","data":{"key":"","name":"forged","script":"rule.lua"}}"#
    }

    @Test(arguments: [1, 2, 4])
    func areRefusedInALog(workers: Int) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        // The refused events would call the timer of the first one.
        let lines = [
            event(1, "test"), event(2, "timer", minute: 5), event(3, #"log\u002eend"#, minute: 5),
            event(4, "test"),
        ]
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var options = HostOptions()
        options.workers = workers
        let host = try await Host(options: options) { Self.rule }
        var sink = Collector()
        try await LogProcessor(host).run([file.path], into: &sink)
        #expect(sink.errors.map(\.code.rawValue) == ["event.reserved", "event.reserved"])
        #expect(
            String(decoding: sink.output, as: UTF8.self)
                == #""test"\#n"test"\#n"timer"\#n"log.end"\#n"#)
    }

    @Test(arguments: ["timer", "log.end"])
    func areRejectedByTheServer(type: String) async throws {
        let door = try Door { Self.rule }
        defer { door.remove() }
        let answer = await door.post(event(1, type))
        #expect(answer.status == 400)
        await door.drain()
        #expect(try door.written().isEmpty)
    }

    @Test func areRefusedIfAnEmbedderSendsATimer() async throws {
        let host = try await Host { Self.rule }
        let record = try await host.process(Event(id: "1", source: "perilune", type: "timer"))
        #expect(record.error?.code == "event.reserved")
    }

    @Test func areRefusedIfARulePublishesThem() async throws {
        let host = try await Host {
            Script(
                name: "rule.lua",
                source: """
                    return { on = "*", execute = function(event, commander)
                      commander:emit(event.type)
                      if event.type == "test" then commander:publish { type = "log.end" } end
                    end }
                    """)
        }
        let results = try await host.process(all: [Event(id: "1", source: "s", type: "test")])
        #expect(results.records.compactMap { $0.error?.code.rawValue } == ["event.reserved"])
        #expect(results.emissions.count == 1)
    }

    @Test func ofTimersThatFailedAreRetried() async throws {
        let script = Script(
            name: "rule.lua",
            source: """
                local timer = require "timer"
                local failed = false
                return { on = "test",
                  execute = function(event) timer.after("100ms") end,
                  onTimer = function(name, commander)
                    if not failed then failed = true error("no") end
                  end }
                """)
        let door = try Door { script }
        defer { door.remove() }
        var made = Event(id: "1", source: "s", type: "test")
        made = made.stamped(.now)
        _ = await door.post(String(decoding: made.json, as: UTF8.self))
        for _ in 0..<400 where try door.written().count < 2 {
            try await Task.sleep(for: .milliseconds(25))
        }
        #expect(try door.intake.retry(.all).events == 1)
        await door.drain()
        #expect(try door.written().last?.hasSuffix(" handled") == true)
    }
}
