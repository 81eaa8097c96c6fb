/// A value as SQLite keeps it.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// The number, where it is a whole one.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The text, where it is one.
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The bytes, where they are.
    package var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

    /// Whether there is nothing.
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
