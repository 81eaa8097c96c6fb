/// A JSON value without loss: 64-bit integers, `null` as a separate value, members in order.
///
/// Values are equal if they have the same kind and content. Strings are compared byte by byte.
public enum Value: Hashable, Sendable {
    /// JSON `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction or exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([Value])
    /// An object; members keep their order.
    case object(Members)
}

extension Value {
    /// Whether two values have the same kind and content.
    public static func == (one: Value, other: Value) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    /// Hashes the kind and the content.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let text): hasher.combine(text)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension Value {
    /// The same value for all numbers that are equal in Lua: `1` for `1.0`, `0` for `-0.0`.
    var normalized: Value {
        guard case .number(let number) = self, let integer = Int64(exactly: number) else {
            return self
        }
        return .integer(integer)
    }

    /// The member of an object, or `nil` for anything else.
    public subscript(name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The element of an array, counted from 0, or `nil` for anything else.
    public subscript(index: Int) -> Value? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The member at a path of objects, or `nil` if there is none.
    package subscript(path: FieldPath) -> Value? {
        path.names.reduce(self) { (value: Value?, name) in value?[name] }
    }

    /// The text of a string.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of an integer.
    public var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The value of a boolean.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements of an array.
    public var array: [Value]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object.
    public var object: Members? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    /// An object.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .object(.init(elements)) }
    /// JSON `null`.
    public init(nilLiteral: ()) { self = .null }
}
