/// What an axis of time needs besides the places of its points: the clocks of a time zone, and labels in a
/// locale.
package struct TimeAxis: Sendable {
    /// What clocks show at an instant; both in microseconds since 1970.
    package var local: @Sendable (Int64) -> Int64
    /// The instant at which clocks show a time.
    package var instant: @Sendable (Int64) -> Int64
    /// What is written of a local time.
    package var text: @Sendable (Int64, Parts) -> String
    /// Whether there are other times than the beginnings of days.
    package var hasTimesOfDay = true

    package init(
        local: @escaping @Sendable (Int64) -> Int64 = { $0 },
        instant: @escaping @Sendable (Int64) -> Int64 = { $0 },
        text: @escaping @Sendable (Int64, Parts) -> String
    ) {
        self.local = local
        self.instant = instant
        self.text = text
    }

    /// The parts of a time that a label has.
    package enum Parts: Sendable, Hashable, CaseIterable {
        case year, month, monthAndYear, day, dayAndYear, time, dayAndTime, seconds
    }
}
