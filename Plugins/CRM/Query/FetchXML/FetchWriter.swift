import PeriluneCore
import PeriluneXML

extension Query {
    /// The query as FetchXML.
    ///
    /// - Throws: a fault where a value has a character that XML cannot hold.
    public var fetchXML: String {
        get throws(CRMFault) {
            var writer = FetchWriter()
            writer.write(self)
            return try writer.finish()
        }
    }
}

struct FetchWriter {
    private var xml = XMLWriter()

    mutating func write(_ query: Query) {
        xml.begin("fetch")
        xml.attribute("version", "1.0")
        xml.attribute("mapping", "logical")
        flag("distinct", query.distinct)
        flag("aggregate", query.aggregate)
        flag("useraworderby", query.rawOrder)
        flag("returntotalrecordcount", query.page.returnsTotal)
        optional("top", query.top.map(String.init))
        optional("count", query.page.count.map(String.init))
        optional("page", query.page.number == 1 ? nil : String(query.page.number))
        optional("paging-cookie", query.page.cookie)
        optional("aggregatelimit", query.aggregateLimit.map(String.init))
        xml.begin("entity")
        xml.attribute("name", query.entity)
        body(query.allColumns, query.columns, query.filters, query.links, query.orders)
        xml.end()
        xml.end()
    }

    consuming func finish() throws(CRMFault) -> String {
        do throws(PeriluneError) {
            return String(decoding: try xml.finish(), as: UTF8.self)
        } catch {
            throw CRMFault(.invalidArgument, error.message)
        }
    }

    private mutating func body(
        _ allColumns: Bool, _ columns: [Query.Column], _ filters: [Query.Filter],
        _ links: [Query.Link], _ orders: [Query.Order]
    ) {
        if allColumns { xml.element("all-attributes") }
        for column in columns { write(column) }
        for order in orders { write(order) }
        for filter in filters { write(filter) }
        for link in links { write(link) }
    }

    private mutating func write(_ column: Query.Column) {
        xml.begin("attribute")
        xml.attribute("name", column.name)
        optional("alias", column.alias)
        optional("aggregate", column.aggregate?.rawValue)
        flag("groupby", column.groupBy)
        optional("dategrouping", column.dateGrouping?.rawValue)
        flag("distinct", column.distinct)
        if !column.userTimeZone { xml.attribute("usertimezone", "false") }
        if column.countChildren { xml.attribute("rowaggregate", "CountChildren") }
        xml.end()
    }

    private mutating func write(_ order: Query.Order) {
        xml.begin("order")
        xml.attribute(order.isAlias ? "alias" : "attribute", order.attribute)
        flag("descending", order.descending)
        optional("entityname", order.entityName)
        xml.end()
    }

    private mutating func write(_ filter: Query.Filter) {
        xml.begin("filter")
        if filter.isOr { xml.attribute("type", "or") }
        for condition in filter.conditions { write(condition) }
        for filter in filter.filters { write(filter) }
        for link in filter.links { write(link) }
        xml.end()
    }

    private mutating func write(_ condition: Query.Condition) {
        xml.begin("condition")
        optional("entityname", condition.entityName)
        xml.attribute("attribute", condition.attribute)
        let values = condition.values.map(\.fetchText)
        // FetchXML cannot write null; an empty list finds as little as a comparison with it.
        let isEmpty = values.contains(nil)
        xml.attribute("operator", (isEmpty ? .in : condition.operator).rawValue)
        optional("valueof", condition.valueOf)
        if !isEmpty {
            if values.count == 1, condition.operator.arity == 1 {
                optional("value", values[0])
            } else {
                for value in values { xml.element("value", value ?? "") }
            }
        }
        xml.end()
    }

    private mutating func write(_ link: Query.Link) {
        xml.begin("link-entity")
        xml.attribute("name", link.entity)
        optional("from", link.from)
        optional("to", link.to)
        optional("alias", link.alias)
        if link.kind != .inner { xml.attribute("link-type", link.kind.rawValue) }
        flag("intersect", link.isIntersect)
        body(link.allColumns, link.columns, link.filters, link.links, link.orders)
        xml.end()
    }

    private mutating func flag(_ name: String, _ value: Bool) {
        if value { xml.attribute(name, "true") }
    }

    private mutating func optional(_ name: String, _ value: String?) {
        if let value { xml.attribute(name, value) }
    }
}

extension CRMValue {
    /// The value as text between tags; `nil` for null and for what no condition compares with.
    package var fetchText: String? {
        switch self {
        case .string(let value): value
        case .int(let value): String(value)
        case .long(let value): String(value)
        case .double(let value): String(value)
        case .decimal(let value): value.description
        case .bool(let value): value ? "1" : "0"
        case .date(let value): value.description
        case .guid(let value): value.description
        case .option(let value): String(value.value)
        case .options(let values): values.map { String($0.value) }.joined(separator: ",")
        case .money(let value): value.value.description
        case .reference(let value): value.id.description
        case .aliased(let value): value.value.fetchText
        default: nil
        }
    }
}
