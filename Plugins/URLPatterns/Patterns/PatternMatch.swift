public import PeriluneCore

/// A pattern that a URL matched, and the values.
public struct PatternMatch: Hashable, Sendable {
    /// The number of the pattern in its set, in the order of registration, from 0.
    public let index: Int
    /// The pattern.
    public let pattern: URLPattern
    /// The typed values under their keys, in the order of the pattern.
    public let values: Value.Members
}
