/// A number with its comparisons and its history.
package struct Indicator: Sendable {
    /// The category of the number, such as a month.
    package var label: String
    /// The title of the number.
    package var title: String
    /// The formatted number, shown large.
    package var value: String
    /// The comparison; `nil` if there is nothing to compare with.
    package var change: Change?
    /// The numbers of all categories up to this one.
    package var spark: Plot

    /// The difference to the number that is compared with.
    package struct Change: Sendable, Hashable {
        /// `+5.2%`.
        package var text: String
        /// The comparison and its number: `Nov 2024: $903.00`.
        package var against: String
        /// The direction of the arrow.
        package var direction: Direction
        /// Whether the change is an improvement; `nil` if nothing changed.
        package var isGood: Bool?
    }

    /// Whether a number rose, fell, or stayed the same.
    package enum Direction: Sendable, Hashable {
        case up, down, level
    }
}
