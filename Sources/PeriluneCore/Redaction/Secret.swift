/// A password, key or token that is never printed.
///
/// Descriptions, string interpolation and reflection give the mask, so that it cannot get into a log or an error by
/// accident.
public struct Secret: Hashable, Sendable, ExpressibleByStringLiteral {
    private let text: String

    /// Wraps a secret.
    public init(_ text: String) { self.text = text }
    /// Wraps a secret.
    public init(stringLiteral value: String) { text = value }

    /// The secret itself, for the wire.
    public func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The mask.
    public var description: String { "****" }
    /// The mask.
    public var debugDescription: String { "****" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
