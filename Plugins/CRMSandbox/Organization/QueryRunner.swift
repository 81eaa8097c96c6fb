import CRMPlugin

/// What answers queries: FetchXML, QueryExpression, query by attribute.
protocol QueryRunner: Sendable {
    /// One page of the answer.
    func run(_ query: QueryBase, in session: Session) throws(CRMFault) -> EntityCollection
}

/// The runner that organizations use.
enum QueryRunners {
    static let standard: any QueryRunner = SQLQueryRunner()
}
