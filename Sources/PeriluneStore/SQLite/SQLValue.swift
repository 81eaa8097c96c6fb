/// A value as SQLite stores it.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// The integer; `nil` for another type.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The text; `nil` for another type.
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The bytes; `nil` for another type.
    package var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

    /// Whether the value is NULL.
    package var isNull: Bool { self == .null }
}

extension SQLValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(stringLiteral value: String) { self = .text(value) }
}
