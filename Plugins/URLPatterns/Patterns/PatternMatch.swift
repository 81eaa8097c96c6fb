public import PeriluneCore

/// A pattern that matched a URL, with the values of its components.
public struct PatternMatch: Hashable, Sendable {
    /// The number of the pattern in its set, in the order of registration, from 0.
    public let index: Int
    /// The pattern that matched.
    public let pattern: URLPattern
    /// The typed values under their keys, in the order of the pattern.
    public let values: Value.Members
}
