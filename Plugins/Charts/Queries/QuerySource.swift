package import PeriluneCore

/// A source of rows for named queries: a database, files, a CRM, a script, a closure.
package protocol QuerySource: Sendable {
    /// Runs a query.
    ///
    /// - Returns: Its rows; `nil` if this source has no query with that name.
    /// - Throws: An error, which the chart shows instead.
    func table(_ request: QueryRequest) async throws -> Table?
    /// Connects the provider of rows for queries that the source itself cannot answer.
    func connect(_ rows: RowDirectory)
}

extension QuerySource {
    /// Does nothing by default: a source answers its queries itself.
    package func connect(_ rows: RowDirectory) {}
}

/// A query by its name, and what its rows are restricted to.
package struct QueryRequest: Sendable, Hashable {
    /// The name of the query in the metadata.
    package var name: String
    /// The arguments by column (drill) or by the name of a filter; a missing key is no restriction.
    package var arguments: [String: QueryArgument]
    /// The keys of ranges of dates, whose ends are microseconds.
    package var dateRanges: Set<String> = []

    package init(_ name: String, _ arguments: [String: QueryArgument] = [:]) {
        self.name = name
        self.arguments = arguments
    }
}

/// The restriction of a query under one key.
package enum QueryArgument: Sendable, Hashable {
    /// Rows whose value is this one: what was drilled into.
    case equals(Cell)
    /// Rows whose value is one of these: a pick list.
    case among([Cell], column: String)
    /// A range: rows whose value is between these, both included.
    case between(Double, Double, column: String)
}

/// A sequence of sources; the first one that knows a query answers it.
package struct QuerySources: QuerySource {
    /// The sources, in the order in which they are asked.
    package var sources: [any QuerySource]

    package init(_ sources: [any QuerySource]) { self.sources = sources }

    /// The rows of the first source that knows the query.
    ///
    /// - Throws: Its error; later sources are then not asked.
    package func table(_ request: QueryRequest) async throws -> Table? {
        for source in sources {
            if let table = try await source.table(request) { return table }
        }
        return nil
    }

    /// Connects all sources.
    package func connect(_ rows: RowDirectory) {
        for source in sources { source.connect(rows) }
    }
}
