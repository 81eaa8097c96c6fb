// How long an event takes while the scripts are reloaded under it, beside how long it takes when they are not.
//
//     swift run -c release --package-path Benchmarks reload [RELOADS]
internal import Perilune

let reloads = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
let rounds = 10
let versions = try Versions()
let host = try await Host { try Script(versions.path) }
let load = Load(host)

var quiet = Latencies()
var busy = Latencies()
var durations = Latencies()
var taken = 0
var refused = 0
try await load.run(for: .milliseconds(500), into: nil)
for _ in 0..<rounds {
    // As long as the reloads took, so that both have their share of what else runs on the machine.
    let start = ContinuousClock.now
    async let events: Void = load.runUntilStopped()
    for _ in 0..<reloads / rounds {
        let isBroken = try versions.next()
        let before = ContinuousClock.now
        do {
            _ = try await host.reload()
            guard !isBroken else { throw Failure("a broken version was taken") }
            taken += 1
        } catch let error as PeriluneError {
            guard isBroken, error.place.line == versions.brokenLine else { throw error }
            refused += 1
        }
        durations.add(ContinuousClock.now - before)
        try await Task.sleep(for: .milliseconds(5))
    }
    busy.add(try await load.stop())
    try await events
    let time = ContinuousClock.now - start
    let part = Latencies()
    try await load.run(for: time, into: part)
    quiet.add(part)
}
let wrong = load.wrong
print(
    "\(reloads) reloads: \(taken) taken, \(refused) refused with their line; \(load.count) events, \(wrong) lost, doubled or out of order"
)
print("")
print("| | count | p50 | p90 | p99 | p99.9 | longest |")
print("|---|---|---|---|---|---|---|")
print(quiet.row("an event, without reloads"))
print(busy.row("an event, during reloads"))
print(durations.row("a reload"))
print("")
let ratio = busy.percentile(0.99) / quiet.percentile(0.99)
print(
    "p99 during reloads is \((ratio * 100).rounded() / 100) times that without (target: at most 3)")
versions.remove()
