package import PeriluneCore

/// The outcome that an operator assumes for effects whose outcome is unknown.
package enum AssumedOutcome: String, Sendable, CaseIterable {
    /// They were carried out, and are not sent again.
    case done
    /// They were not carried out, and are sent again.
    case notDone = "not-done"

    /// Reads an outcome of a request; throws `quarantine.choice` if it is neither.
    package init(_ value: Value) throws(PeriluneError) {
        guard let known = value.string.flatMap({ Self(rawValue: $0) }) else {
            throw PeriluneError(
                "quarantine.choice", #"'assume' must be "done" or "not-done""#)
        }
        self = known
    }
}
