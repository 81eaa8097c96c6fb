/// Converts between instants and local times for a time axis, and writes its labels in a locale.
package struct TimeAxis: Sendable {
    /// Converts an instant to the local time; both are in microseconds since 1970.
    package var localFromInstant: @Sendable (Int64) -> Int64
    /// Converts a local time to the instant.
    package var instantFromLocal: @Sendable (Int64) -> Int64
    /// Writes parts of a local time as a label.
    package var text: @Sendable (Int64, Parts) -> String
    /// Whether some times are not the beginning of a day.
    package var hasTimesOfDay = true

    package init(
        localFromInstant: @escaping @Sendable (Int64) -> Int64 = { $0 },
        instantFromLocal: @escaping @Sendable (Int64) -> Int64 = { $0 },
        text: @escaping @Sendable (Int64, Parts) -> String
    ) {
        self.localFromInstant = localFromInstant
        self.instantFromLocal = instantFromLocal
        self.text = text
    }

    /// The parts of a time that a label shows.
    package enum Parts: Sendable, Hashable, CaseIterable {
        case year, month, monthAndYear, day, dayAndYear, time, dayAndTime, seconds
    }
}
