internal import Perilune

/// What one event costs among many delegates that each wait for another event number.
///
/// Once with links for all of them, where the scripts of a thousand no longer fit the processor's
/// caches, and once with the same links for both hosts, where only the look-up can differ.
func measureManyDelegates(_ rounds: Int) async throws -> Findings {
    let few = try await makeHost(delegates(100))
    let many = try await makeHost(delegates(1000))
    let same = links(5000, numbers: 100)
    let timings = try await interleaved(
        [
            Case("100 delegates", few, same, \.handled),
            Case("1000 delegates", many, links(5000, numbers: 1000), \.handled),
            Case("1000 delegates, links for 100 of them", many, same, \.handled),
        ], rounds: rounds)
    return Findings(
        timings: timings,
        comparisons: [
            Comparison(
                what: "1000 delegates against 100, links for all",
                ratio: timings[1].ratio(to: timings[0]), limit: 1.5),
            Comparison(
                what: "1000 delegates against 100, the same links",
                ratio: timings[2].ratio(to: timings[0]), limit: 1.5),
        ])
}

private func delegates(_ count: Int) -> [Component] {
    (0..<count).map { index in
        .script(
            Script(
                name: "delegate\(index).lua",
                source: """
                    return { on = "link.drill", evt = \(firstNumber + index),
                      execute = function(event, commander) end }
                    """))
    }
}
