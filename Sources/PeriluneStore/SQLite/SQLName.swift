import PeriluneCore

/// Names of tables and columns in SQL.
package enum SQLName {
    /// The name in quotes, so that it can be any text.
    package static func quoted(_ name: String) -> String {
        "\"\(name.replacing("\"", with: "\"\""))\""
    }
}
