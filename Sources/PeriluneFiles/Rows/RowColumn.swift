package import PeriluneCore
import PeriluneJSON

/// A column of a table, and the member of a value that fills it: `customer=data.customer.name`.
package struct RowColumn: Sendable, Hashable {
    /// The name in the header or the table, unique without regard to case.
    package let name: String
    /// The member that fills it; the name itself if the setting has no `=`.
    package let path: FieldPath

    /// Parses a column of a setting: a name, or a name and a path.
    init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        name = parts.first ?? text
        path = FieldPath(parts.last ?? text)
    }

    /// The value of the column; `nil` if the value lacks the member.
    package func value(of value: Value) -> Value? {
        value[path].flatMap { $0 == .null ? nil : $0 }
    }

    /// The columns of a setting, which must have different names; none if it is not set.
    package static func columns(
        _ settings: Settings, _ name: String
    ) throws(PeriluneError) -> [RowColumn] {
        let columns = try settings.texts(name).map { RowColumn($0) }
        if columns.isEmpty, settings.isSet(name) {
            throw settings.error(
                at: name, "is an empty list",
                hint: #"write columns = { "id", "amount=data.amount" }, or omit the setting"#)
        }
        var names: Set<String> = []
        for column in columns where !names.insert(column.name.lowercased()).inserted {
            throw settings.error(at: name, "has the column '\(column.name)' twice")
        }
        return columns
    }
}
