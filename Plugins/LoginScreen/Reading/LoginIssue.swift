public import PeriluneCore

/// Something in the property list that is wrong, or that does nothing.
public struct LoginIssue: Hashable, Sendable {
    /// Whether the login screen is other than the file says.
    public var severity: Severity
    /// What it is, and where: line, column and the line itself.
    public var error: PeriluneError

    /// How bad an issue is.
    public enum Severity: String, Sendable {
        /// A value that cannot be used: the usual one takes its place.
        case error
        /// A value that has no effect, or another one than it seems.
        case warning
    }

    /// Makes an issue.
    public init(_ severity: Severity, _ error: PeriluneError) {
        self.severity = severity
        self.error = error
    }
}
