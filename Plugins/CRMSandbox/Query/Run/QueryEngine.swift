import CRMPlugin
import PeriluneCore
import PeriluneStore

/// Answers queries from the tables of one open file.
///
/// The connection has the collations CRM and DECIMAL and the functions of ``QueryFunctions``.
struct QueryEngine {
    let schema: Schema
    let connection: Connection
    let context: QueryContext
    let hooks: QueryHooks
    /// Records that an aggregate may cover.
    var aggregateLimit = 50_000
    /// Records that pages without a cookie reach.
    var simplePagingLimit = 50_000
    /// Records that are counted for `returntotalrecordcount`.
    var countLimit = 5000

    init(
        schema: Schema, connection: Connection, context: QueryContext,
        hooks: QueryHooks = QueryHooks()
    ) {
        self.schema = schema
        self.connection = connection
        self.context = context
        self.hooks = hooks
    }

    /// A query of any kind.
    func run(_ query: QueryBase) throws(CRMFault) -> EntityCollection {
        switch query {
        case .fetch(let fetch): try run(Query(fetchXML: fetch.query))
        case .expression(let query): try run(query)
        case .byAttribute(let query): try run(query.query)
        }
    }

    /// Runs a query, and returns one page of the result.
    func run(_ query: Query) throws(CRMFault) -> EntityCollection {
        var compiler = QueryCompiler(schema, context)
        let compiled = try compiler.compile(query)
        if query.aggregate { try checkAggregate(query, compiled) }
        var page = PageReader(
            compiled, limit: query.top ?? size(of: query.page), isTop: query.top != nil,
            decoder: RowDecoder(compiled, names: names, hooks: hooks, context: context))
        try read(query.page, compiled, into: &page)
        var answer = EntityCollection(
            page.entities, entityName: query.entity, moreRecords: page.hasMore)
        if !page.entities.isEmpty, query.top == nil, compiled.idPosition != nil,
            !compiled.isDistinct
        {
            let cookie = PagingCookie(
                page: query.page.number, compiled.keys, first: page.first, last: page.last)
            // With a text that XML cannot represent there is no cookie, and pages are requested by number.
            answer.pagingCookie = try? cookie.text
        }
        if query.page.returnsTotal {
            let count = try number(compiled.count(limit: countLimit + 1))
            answer.totalRecordCount = min(count, countLimit)
            answer.totalRecordCountLimitExceeded = count > countLimit
        }
        return answer
    }

    private func size(of page: Query.Page) -> Int {
        guard let count = page.count, count > 0 else { return Query.maximumPage }
        return min(count, Query.maximumPage)
    }

    private func read(
        _ wanted: Query.Page, _ compiled: CompiledQuery, into page: inout PageReader
    ) throws(CRMFault) {
        if let text = wanted.cookie, !text.isEmpty, !compiled.isAggregate, !compiled.isDistinct {
            let cookie = try PagingCookie(text, for: compiled.keys)
            switch wanted.number - cookie.page {
            case 1:
                return try read(cookie.entries.map(\.last), false, compiled, into: &page)
            case 0:
                return try read(cookie.entries.map(\.first), true, compiled, into: &page)
            case -1: break
            default:
                throw CRMFault(
                    .queryInvalidPagingCookie,
                    "The paging cookie is of page \(cookie.page) and does not lead to page \(wanted.number); go on by one page, or send no cookie"
                )
            }
        }
        let offset = (wanted.number - 1).multipliedReportingOverflow(by: page.limit)
        guard !offset.overflow, wanted.number == 1 || offset.partialValue < simplePagingLimit else {
            throw CRMFault(
                .queryInvalidPagingCookie,
                "Paging beyond \(simplePagingLimit) records requires a paging cookie; send the PagingCookie of the previous page"
            )
        }
        try read(
            compiled.rows(limit: page.limit + page.extra, offset: offset.partialValue),
            into: &page)
    }

    private func read(
        _ values: [SQLValue], _ inclusive: Bool, _ compiled: CompiledQuery,
        into page: inout PageReader
    ) throws(CRMFault) {
        for stretch in Keyset.after(values, compiled.keys, inclusive: inclusive) {
            let missing = page.limit + page.extra - page.entities.count
            try read(compiled.rows(where: [stretch], limit: missing), into: &page)
            if page.hasMore { return }
        }
    }

    private func read(_ sql: SQL, into page: inout PageReader) throws(CRMFault) {
        let statement = try prepare(sql)
        defer { statement.reset() }
        do throws(PeriluneError) {
            while try statement.step() {
                if page.isFull {
                    page.hasMore = true
                    break
                }
                page.add(statement)
            }
        } catch { throw Self.fault(error) }
        try page.finish()
    }

    private func checkAggregate(_ query: Query, _ compiled: CompiledQuery) throws(CRMFault) {
        let limit = min(query.aggregateLimit.map { $0 > 0 ? $0 : .max } ?? .max, aggregateLimit)
        guard try number(compiled.count(limit: limit + 1)) <= limit else {
            throw CRMFault(
                .aggregateLimitExceeded,
                "AggregateQueryRecordLimit exceeded. Cannot perform this operation: the aggregate covers more than \(limit) records; narrow the filter"
            )
        }
    }

    private func number(_ sql: SQL) throws(CRMFault) -> Int {
        let statement = try prepare(sql)
        defer { statement.reset() }
        do throws(PeriluneError) {
            return try statement.step() ? Int(statement.number(0)) : 0
        } catch { throw Self.fault(error) }
    }

    private func prepare(_ sql: SQL) throws(CRMFault) -> Statement {
        do throws(PeriluneError) {
            let statement = try connection.prepared(sql.text)
            try statement.bind(sql.values)
            return statement
        } catch { throw Self.fault(error) }
    }

    private var names: RecordNames { RecordNames(schema, connection) }

    static func fault(_ error: PeriluneError) -> CRMFault {
        if error.message.contains("parser stack overflow") {
            return CRMFault(
                .tooManyConditions,
                "filters and links are nested too deeply for the database; nest fewer of them")
        }
        return CRMFault(.unexpected, "SQL Server error: \(error.message)")
    }
}

/// The parts that others provide: names, formats, and rows that are not columns.
struct QueryHooks {
    /// The name of a record as lookups show it; by default its primary name is read.
    var name: ((_ entity: String, _ id: GUID) -> String?)?
    /// How a value is shown, amounts in the record's currency; by default labels of choices and names
    /// of records.
    var formatted:
        ((_ attribute: AttributeDefinition, _ value: CRMValue, _ currency: GUID?) -> String?)?
    /// The parties of an activity in a role.
    var parties:
        ((_ attribute: AttributeDefinition, _ activity: GUID) throws(CRMFault) -> CRMValue?)?
}
