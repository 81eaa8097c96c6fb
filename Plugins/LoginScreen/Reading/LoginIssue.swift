public import PeriluneCore

/// A mistake in the property list, or a setting without effect.
public struct LoginIssue: Hashable, Sendable {
    /// The severity of the issue.
    public var severity: Severity
    /// The error with its place: line, column and the text of the line.
    public var error: PeriluneError

    /// The severity of an issue.
    public enum Severity: String, Sendable {
        /// A value that cannot be used; the default is used instead.
        case error
        /// A value without effect, or with an unexpected one.
        case warning
    }

    /// Makes an issue.
    public init(_ severity: Severity, _ error: PeriluneError) {
        self.severity = severity
        self.error = error
    }
}
