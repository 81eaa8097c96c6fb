internal import Perilune

/// What the bus costs, and what delegates add that have nothing to do.
func measureBus(_ rounds: Int) async throws -> Findings {
    let events = links(5000, numbers: 100)
    let swift = Delegate(name: "swift", interests: Interests(types: ["link.*"])) { _ in
        EmptyDelegate()
    }
    let empty = Script(name: "empty.lua", source: "return { execute = function() end }")
    let idle = Script(
        name: "idle.lua", source: "return { evt = 1, execute = function() end }")
    let timings = try await interleaved(
        [
            Case("no delegate", try await makeHost([]), events, \.byDefault),
            Case(
                "one Swift delegate", try await makeHost([.delegate(swift)]), events, \.handled),
            Case("one empty Lua delegate", try await makeHost([.script(empty)]), events, \.handled),
            Case(
                "one Lua delegate, not interested", try await makeHost([.script(idle)]), events,
                \.byDefault),
        ], rounds: rounds)
    return Findings(
        timings: timings,
        comparisons: [
            Comparison(
                what: "one empty Lua delegate against a Swift one",
                ratio: timings[2].ratio(to: timings[1])),
            Comparison(
                what: "a Lua delegate that is not interested against none",
                ratio: timings[3].ratio(to: timings[0])),
        ])
}

/// Takes everything and does nothing.
private final class EmptyDelegate: EventDelegate {
    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(_ event: any EventContent, _ commander: Commander) -> Execution {
        .finished(.handled)
    }

    func finish(committed: Bool) {}
}
