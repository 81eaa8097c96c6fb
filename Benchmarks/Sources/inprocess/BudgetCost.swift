internal import Perilune

/// What the time budget costs a script that never overruns it.
///
/// Each sample is two hosts side by side, that take turns in short batches: a busy neighbour slows a
/// processor for a good part of a second, and where the memory of a script happens to lie makes one
/// host up to a tenth slower than its twin for as long as both live.
func measureBudget(_ samples: Int) async throws -> Findings {
    let events = links(1000, numbers: 100)
    var (on, off) = (Timing("a rule, with a time budget"), Timing("a rule, without"))
    var unwatched = Timing("a rule, with a time budget, without the watchdog")
    for _ in 0..<samples {
        let limited = Case(on.name, try await host(ScriptLimits()), events, \.handled)
        let free = Case(
            off.name, try await host(ScriptLimits(time: .milliseconds(0))), events, \.handled)
        guard let watchdog = WatchdogTime() else {
            throw WrongAnswer(description: "no thread watches the budgets")
        }
        var watching = 0.0
        let turns = try await interleaved(
            [
                Case(on.name, operations: events.count) {
                    let before = watchdog.used
                    let used = try await limited.run()
                    watching += watchdog.used - before
                    return used
                },
                Case(off.name, operations: events.count) {
                    let before = watchdog.used
                    let used = try await free.run()
                    return used - (watchdog.used - before)
                },
            ], rounds: turnsOfSample)
        on.samples.append(turns[0].mean)
        off.samples.append(turns[1].mean)
        // The first run of each case only warms up, and is not among the turns.
        let runs = Double((turnsOfSample + 1) * events.count)
        unwatched.samples.append(turns[0].mean - watching / runs)
    }
    return Findings(
        timings: [on, off],
        comparisons: [
            Comparison(
                what: "a time budget against none", ratio: on.ratio(to: off), limit: 1.03),
            Comparison(
                what: "of which the watchdog thread", ratio: on.ratio(to: unwatched)),
        ])
}

private let turnsOfSample = 30

private func host(_ limits: ScriptLimits) async throws -> Host {
    try await makeHost([rule(limits)])
}

private func rule(_ limits: ScriptLimits) -> Component {
    .script(
        Script(
            name: "rule.lua",
            source: """
                return {
                  on = "link.drill",
                  execute = function(event, commander)
                    local url = event.data.url
                    if event.data.view == "sales" and url:find("reportID=", 1, true) then
                      commander:emit { id = event.id, source = event.source, url = url }
                    end
                  end,
                }
                """, limits: limits))
}
