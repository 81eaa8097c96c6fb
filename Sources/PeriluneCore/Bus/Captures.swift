/// What the wildcards of a condition matched in an event.
public struct Captures: Hashable, Sendable {
    /// The values of wildcards without a name, in the order of the condition.
    public var positions: [Value] = []
    /// The values of wildcards with a name.
    public var names = Value.Members()

    /// Creates captures without values.
    public init() {}
}

/// Reads what a delegate's condition matched in an event that meets it.
///
/// Throws if a captured number does not fit its type.
public typealias CaptureReader = @Sendable (any EventContent) throws(PeriluneError) -> Captures

/// A delegate that passes on what its condition matched.
package protocol CapturingDelegate: EventDelegate {
    /// Reads the captures; `nil` where no condition of the delegate has any.
    var captures: CaptureReader? { get set }
}
