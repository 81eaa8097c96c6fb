internal import Perilune

/// What a second worker is worth to calls that are made at the same time, in time on the wall.
func measureConcurrentCalls(_ rounds: Int) async throws -> Findings {
    let timings = try await interleaved(
        [try await concurrentCalls(workers: 1), try await concurrentCalls(workers: 2)],
        rounds: rounds)
    return Findings(comparisons: [
        Comparison(
            what: "60 concurrent calls with two workers against one, wall time",
            ratio: timings[1].ratio(to: timings[0]))
    ])
}

private func concurrentCalls(workers: Int) async throws -> Case {
    var options = HostOptions()
    options.workers = workers
    let host = try await Host(options: options) {
        Script(
            name: "busy.lua",
            source: """
                return { execute = function(event, commander)
                  local sum = 0
                  for number = 1, 100000 do sum = sum + number % 7 end
                  commander:emit(sum)
                end }
                """)
    }
    let calls = 60
    return Case("\(workers) workers", operations: calls) {
        let start = Clock.wall
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<calls {
                group.addTask {
                    let event = Event(id: "\(number)", source: "bench", type: "bench.call")
                    let record = try await host.process(event)
                    guard record.outcome == .handled else {
                        throw WrongAnswer(description: record.json)
                    }
                }
            }
            try await group.waitForAll()
        }
        return Clock.wall - start
    }
}
