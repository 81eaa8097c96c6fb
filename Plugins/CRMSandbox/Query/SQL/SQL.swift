import PeriluneStore

/// A piece of SQL with the values that it binds.
///
/// Only literals become SQL text: a name is interpolated as `\(name:)` and is quoted, a value as `\(value)` and becomes
/// a parameter.
struct SQL: ExpressibleByStringInterpolation, Hashable {
    private(set) var text: String
    private(set) var values: [SQLValue]

    init(stringLiteral value: StaticString) {
        text = value.description
        values = []
    }

    init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    var isEmpty: Bool { text.isEmpty }

    static func += (one: inout SQL, other: SQL) {
        one.text += other.text
        one.values += other.values
    }

    struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var values: [SQLValue] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        mutating func appendInterpolation(_ sql: SQL) {
            text += sql.text
            values += sql.values
        }

        /// A name of the schema, in quotes.
        mutating func appendInterpolation(name: String) {
            text += "\""
            for character in name {
                if character == "\"" { text += "\"" }
                text.append(character)
            }
            text += "\""
        }

        /// A value: a parameter.
        mutating func appendInterpolation(_ value: SQLValue) {
            text += "?"
            values.append(value)
        }

        /// The number of a table or of a column: `t3`.
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
    }
}

extension [SQL] {
    /// The elements in order, with a separator between them.
    func joined(_ separator: SQL) -> SQL {
        var sql: SQL = ""
        for (index, part) in enumerated() {
            if index > 0 { sql += separator }
            sql += part
        }
        return sql
    }

    /// The conjunction of the elements; true if there are none.
    var conjunction: SQL {
        isEmpty ? "1" : count == 1 ? self[0] : "(\(joined(" AND ")))"
    }

    /// The disjunction of the elements; false if there are none.
    var disjunction: SQL {
        isEmpty ? "0" : count == 1 ? self[0] : "(\(joined(" OR ")))"
    }
}
