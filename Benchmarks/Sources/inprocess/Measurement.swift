/// Work that is done again and again, and how many operations it counts as.
struct Case {
    var name: String
    var operations: Int
    /// Nanoseconds that one run used.
    var run: () async throws -> Double

    init(_ name: String, operations: Int, run: @escaping () async throws -> Double) {
        self.name = name
        self.operations = operations
        self.run = run
    }
}

/// What a case cost: nanoseconds an operation, a sample a round.
struct Timing {
    var name: String
    var samples: [Double] = []

    init(_ name: String) { self.name = name }

    var median: Double { samples.median }
    var mean: Double { samples.reduce(0, +) / Double(samples.count) }

    /// How many times as much this costs as `other`: the median of the ratios of each round, since a
    /// machine that turns slow for a while slows both sides of a round.
    func ratio(to other: Timing) -> Double {
        zip(samples, other.samples).map { $0 / $1 }.median
    }
}

/// Runs all cases once a round, each round in the other direction.
func interleaved(_ cases: [Case], rounds: Int) async throws -> [Timing] {
    var timings = cases.map { Timing($0.name) }
    for one in cases { _ = try await one.run() }
    for round in 0..<rounds {
        let order = Array(cases.indices)
        for index in round.isMultiple(of: 2) ? order : order.reversed() {
            let used = try await cases[index].run()
            timings[index].samples.append(used / Double(cases[index].operations))
        }
    }
    return timings
}

extension [Double] {
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
