/// One case against another, with the most that it may cost where that was set.
struct Comparison {
    var what: String
    var ratio: Double
    var limit: Double?
}

/// What one group of cases found.
struct Findings {
    var timings: [Timing] = []
    var comparisons: [Comparison] = []
    var stops: [Stop] = []

    mutating func add(_ other: Findings) {
        timings += other.timings
        comparisons += other.comparisons
        stops += other.stops
    }
}

/// A case did something else than it should have: its time would mean nothing.
struct WrongAnswer: Error, CustomStringConvertible {
    var description: String
}
