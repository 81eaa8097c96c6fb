extension QueryBase {
    /// The query as a `Query`, whatever its form.
    package func plain() throws(CRMFault) -> Query {
        switch self {
        case .fetch(let expression): try Query(fetchXML: expression.query)
        case .expression(let query): query
        case .byAttribute(let query): query.query
        }
    }
}
