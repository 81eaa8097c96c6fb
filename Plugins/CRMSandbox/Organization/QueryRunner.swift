import CRMPlugin

/// Runs queries: FetchXML, QueryExpression, query by attribute.
protocol QueryRunner: Sendable {
    /// Runs a query, and returns one page of the result.
    func run(_ query: QueryBase, in session: Session) throws(CRMFault) -> EntityCollection
}

/// The runner that organizations use.
enum QueryRunners {
    static let standard: any QueryRunner = SQLQueryRunner()
}
