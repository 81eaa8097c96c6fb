package import PeriluneCore

/// Queries in SQL, by the names in the metadata.
package struct NamedQueries: Sendable {
    /// The queries by name.
    package var queries: [String: NamedQuery] = [:]

    package init() {}

    /// A query, and the values returned with its rows: the members of ``Table`` with the same names.
    package struct NamedQuery: Sendable, Hashable {
        /// A single statement whose parameters have the names of the arguments.
        package var sql: String
        /// Whether rows stay in the order of the query; else categories are sorted.
        package var isSorted: Bool
        package var reference: Double?
        package var upperThreshold: Double?
        package var lowerThreshold: Double?
        package var predictiveStart: Cell?

        /// A query; rows that it puts in order stay in it.
        package init(_ sql: String, isSorted: Bool? = nil) {
            let text = SQLText(sql)
            self.sql = text.statement
            self.isSorted = isSorted ?? text.isOrdered
        }
    }

    /// Adds a query.
    ///
    /// - Throws: `query.name` if there is one of this name.
    package mutating func add(
        _ query: NamedQuery, named name: String, at place: PeriluneError.Place = .init()
    ) throws(PeriluneError) {
        guard queries.updateValue(query, forKey: name) == nil else {
            throw PeriluneError("query.name", "duplicate query \(name)", at: place)
        }
    }

    /// Reads SQL and refuses more or less than one statement.
    static func statement(
        _ sql: String, named name: String, at place: PeriluneError.Place
    ) throws(PeriluneError) -> NamedQuery {
        let text = SQLText(sql)
        guard !text.isOpen else {
            throw PeriluneError(
                "query.sql", "unclosed quote or comment in query \(name)", at: place)
        }
        guard !text.hasMore else {
            throw PeriluneError(
                "query.sql", "query \(name) has more than one statement", at: place,
                hint: "a query must be one SELECT; begin the next query with a line '-- name: …'")
        }
        guard text.statement.contains(where: \.isLetter) else {
            throw PeriluneError("query.sql", "query \(name) is empty", at: place)
        }
        return NamedQuery(sql)
    }
}
