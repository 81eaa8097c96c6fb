/// What the wildcards of a condition matched in an event.
public struct Captures: Hashable, Sendable {
    /// The values of wildcards without a name, in the order of the condition.
    public var positions: [Value] = []
    /// The values of wildcards with a name.
    public var names = Value.Members()

    /// Creates captures without values.
    public init() {}
}

/// Reads the captures of a delegate's condition from an event that meets the condition.
///
/// Throws if a captured number does not fit its type.
public typealias CaptureReader = @Sendable (any EventContent) throws(PeriluneError) -> Captures

/// A delegate that uses the captures of its condition.
package protocol CapturingDelegate: EventDelegate {
    /// Reads the captures; `nil` if no condition of the delegate captures anything.
    var captures: CaptureReader? { get set }
}
