/// An event on the bus, with fields that are read on demand.
///
/// It is valid during the call that hands it over; to keep it longer, keep `json` or the values that you read.
public protocol EventContent: AnyObject {
    /// The attribute `id`.
    var id: String { get }
    /// The attribute `type`.
    var type: String { get }
    /// The attribute `source`.
    var source: String { get }
    /// The attribute `time` as it is written in the event.
    var time: String? { get }
    /// A small number for `type`, which does not change during the life of the reader.
    ///
    /// Negative if the reader has too many types to number them.
    var typeNumber: Int { get }
    /// The whole event as it was received.
    var json: [UInt8] { get }
    /// The value at a path, or `nil` if there is none; throws if a number does not fit its type.
    func value(at path: FieldPath) throws(PeriluneError) -> Value?
    /// The string at a path, or `nil` if there is none.
    func string(at path: FieldPath) -> String?
    /// Calls `body` with the UTF-8 of the string at a path, without a copy if the string has no escapes.
    ///
    /// - Returns: False if there is no string at the path.
    @discardableResult
    func withString(at path: FieldPath, _ body: (Span<UInt8>) -> Void) -> Bool
    /// A copy of the event with these members of `data` set and everything else unchanged.
    ///
    /// The copy stays valid after the call that handed the event over.
    func replacing(data members: Value.Members) throws(PeriluneError) -> any EventContent
}

extension EventContent {
    /// Throws; some kinds of events cannot be copied.
    public func replacing(data members: Value.Members) throws(PeriluneError) -> any EventContent {
        throw PeriluneError("event.parts", "this form of an event has no parts")
    }

    /// The value at a dotted path such as `data.target.amount`, or `nil`.
    public subscript(path: FieldPath) -> Value? { try? value(at: path) }
}

/// A dotted path to a member of an event: `data.url`, `data.target.leadqualitycode`.
///
/// Names that contain a dot are not supported.
public struct FieldPath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The names along the path.
    public let names: [String]

    /// Makes a path from its dotted text.
    public init(_ text: some StringProtocol) {
        names = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    }

    /// Makes a path from its dotted text.
    public init(stringLiteral value: String) { self.init(value) }

    /// The dotted text.
    public var description: String { names.joined(separator: ".") }

    /// Whether the names are the same, byte by byte.
    public static func == (one: FieldPath, other: FieldPath) -> Bool {
        one.names.elementsEqual(other.names) { $0.hasSameBytes(as: $1) }
    }
}
