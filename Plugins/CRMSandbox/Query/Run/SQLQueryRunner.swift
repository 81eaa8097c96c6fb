import CRMPlugin

/// Answers every query of an organization: FetchXML, QueryExpression, query by attribute.
struct SQLQueryRunner: QueryRunner {
    func run(_ query: QueryBase, in session: Session) throws(CRMFault) -> EntityCollection {
        var context = QueryContext(userID: session.caller.userId, now: session.now)
        context.utcOffset = session.caller.timeZoneOffset * 60
        var hooks = QueryHooks()
        hooks.formatted = { attribute, value, currency in
            try? session.formatted(value, attribute, currency: currency)
        }
        hooks.parties = { (attribute, activity) throws(CRMFault) in
            try session.parties(of: activity, in: attribute.logicalName)
        }
        return try QueryEngine(
            schema: session.schema, connection: session.connection, context: context, hooks: hooks
        ).run(query)
    }
}
