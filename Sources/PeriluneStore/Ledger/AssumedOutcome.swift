/// The outcome that an operator assumes for effects whose outcome is unknown.
package enum AssumedOutcome: String, Sendable, CaseIterable {
    /// They were carried out, and are not sent again.
    case done
    /// They were not carried out, and are sent again.
    case notDone = "not-done"
}
