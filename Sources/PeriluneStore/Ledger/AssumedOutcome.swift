package import PeriluneCore

/// The outcome that an operator assumes for effects whose outcome is unknown.
package enum AssumedOutcome: String, Sendable, CaseIterable {
    /// They were carried out, and are not sent again.
    case done
    /// They were not carried out, and are sent again.
    case notDone = "not-done"

    /// Reads the outcome that a request assumes, if any; throws `quarantine.choice` for an unknown one.
    package static func read(_ value: Value?) throws(PeriluneError) -> AssumedOutcome? {
        guard let value, value != .null else { return nil }
        guard let known = value.string.flatMap({ Self(rawValue: $0) }) else {
            throw PeriluneError(
                "quarantine.choice", #"'assume' must be "done" or "not-done""#)
        }
        return known
    }
}
