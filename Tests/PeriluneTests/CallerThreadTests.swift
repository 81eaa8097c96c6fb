import Perilune
import PeriluneCore
import Synchronization
import Testing

/// Events that are decided on the thread of the caller.
struct CallerThreadTests {
    @Test(arguments: [1, 3])
    func everyEventOfManyCallersIsDecidedOnce(_ workers: Int) async throws {
        let host = try await counter(workers)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<8 {
                group.addTask {
                    for number in 0..<200 {
                        _ = try await host.process(event("\(caller)-\(number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        let results = try await host.process(all: [event("last")])
        #expect(String(decoding: results.output, as: UTF8.self) == "1601\n")
    }

    @Test func aScriptThatRunsTooLongIsStoppedOnTheThreadOfTheCaller() async throws {
        let host = try await Host {
            Script(
                name: "loop.lua", source: "return { execute = function() while true do end end }",
                limits: ScriptLimits(time: .milliseconds(10)))
        }
        for _ in 0..<3 {
            let record = try await host.process(event("1"))
            #expect(record.error?.code == "script.time")
        }
    }

    @Test func anEventThatWaitsContinuesOnTheWorker() async throws {
        let host = try await Host {
            Waiting()
            Script(
                name: "wait.lua",
                source: """
                    local wait = require "wait"
                    return { execute = function(e, c) wait.a_little() c:emit(e.id) end }
                    """)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for caller in 0..<4 {
                group.addTask {
                    var emitted = 0
                    for number in 0..<20 {
                        emitted += try await host.process(event("\(caller)-\(number)")).emitted
                    }
                    return emitted
                }
            }
            var sum = 0
            for try await emitted in group { sum += emitted }
            #expect(sum == 80)
        }
    }

    private func counter(_ workers: Int) async throws -> Host {
        var options = HostOptions()
        options.workers = workers
        return try await Host(options: options) {
            Script(
                name: "count.lua",
                source: """
                    local state = require "state"
                    return { key = "all", execute = function(e, c)
                      state.n = (state.n or 0) + 1
                      c:emit(state.n)
                    end }
                    """)
        }
    }
}

private func event(_ id: String) -> Event { Event(id: id, source: "t", type: "test.call") }

private struct Waiting: Plugin {
    let name = "waiting"

    func register(in registry: inout Registry) throws(PeriluneError) {
        let wait = HostFunction(
            "a_little", "Waits.", [],
            .async { _, _ in
                try await Task.sleep(for: .milliseconds(1))
                return nil
            })
        try registry.add(HostModule("wait", "Waits.", [wait]))
    }
}
