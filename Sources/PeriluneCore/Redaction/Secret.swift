/// A password, key or token, which is never shown.
///
/// Descriptions, string interpolation and reflection all give the mask, so that no log line and no
/// error can hold it by accident.
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
