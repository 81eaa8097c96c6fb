import PeriluneCore

/// FetchXML as a table of Lua.
///
/// ```lua
/// { entity = "contact", attributes = { "fullname", { name = "createdon", alias = "since" } },
///   filter = { { "statecode", "eq", 0 }, { any = { { "city", "eq", "Ulm" }, { "city", "null" } } } },
///   link = { { entity = "account", from = "accountid", to = "parentcustomerid", alias = "a" } },
///   order = { "fullname", { "createdon", "desc" } }, top = 10 }
/// ```
struct ScriptFetch {
    private let table: Value

    init(_ table: Value) { self.table = table }

    func query() throws(PeriluneError) -> Query {
        guard let entity = table["entity"]?.string else {
            throw Self.error(
                "a query as a table requires an entity; write entity = \"account\"", table)
        }
        var query = Query(entity)
        for member in table.object?.pairs ?? [] {
            let value = member.value
            switch member.name {
            case "entity": continue
            case "attributes":
                if value == .bool(true) {
                    query.allColumns = true
                } else {
                    query.columns = try Self.columns(value)
                }
            case "filter": query.filters = [try Self.filter(value, isOr: false)]
            case "link": query.links = try Self.links(value)
            case "order": query.orders = try Self.orders(value)
            case "distinct": query.distinct = value.bool ?? false
            case "aggregate": query.aggregate = value.bool ?? false
            case "top": query.top = value.integer.map { Int($0) }
            case "count": query.page.count = value.integer.map { Int($0) }
            default:
                throw Self.error(
                    "unknown field '\(member.name)' of a query", table,
                    hint:
                        "the fields are entity, attributes, filter, link, order, distinct, aggregate, top, count"
                )
            }
        }
        return query
    }

    private static func columns(_ value: Value) throws(PeriluneError) -> [Query.Column] {
        var columns: [Query.Column] = []
        for element in value.array ?? [value] {
            guard let name = element.string ?? element["name"]?.string else {
                throw error("an attribute must be a name, or a table with name", element)
            }
            var column = Query.Column(name, alias: element["alias"]?.string)
            if let text = element["aggregate"]?.string {
                column.aggregate = try named(text, "aggregate")
            }
            column.groupBy = element["groupby"]?.bool ?? false
            if let text = element["dategrouping"]?.string {
                column.dateGrouping = try named(text, "dategrouping")
            }
            column.distinct = element["distinct"]?.bool ?? false
            columns.append(column)
        }
        return columns
    }

    /// Conditions are lists, filters within are tables with `all` or `any`.
    private static func filter(
        _ value: Value, isOr: Bool
    ) throws(PeriluneError) -> Query.Filter {
        var filter = Query.Filter(or: isOr)
        for element in value.array ?? [value] {
            if let all = element["all"] {
                filter.filters.append(try self.filter(all, isOr: false))
            } else if let any = element["any"] {
                filter.filters.append(try self.filter(any, isOr: true))
            } else {
                filter.conditions.append(try condition(element))
            }
        }
        return filter
    }

    private static func condition(_ value: Value) throws(PeriluneError) -> Query.Condition {
        guard let parts = value.array, parts.count >= 2, let name = parts[0].string,
            let text = parts[1].string
        else {
            throw error(
                "a condition must be a list of attribute, operator and values", value,
                hint: "write { \"statecode\", \"eq\", 0 }")
        }
        guard let comparison = ConditionOperator(fetchXML: text) else {
            throw error(
                "unknown operator '\(text)'", value,
                hint: "use an operator of FetchXML: eq, ne, like, in, last-x-days, …")
        }
        var values: [CRMValue] = []
        for part in parts[2...] {
            for element in part.array ?? [part] { values.append(.string(try operand(element))) }
        }
        // `alias.attribute` is a condition on a link, after the join.
        let path = name.split(separator: ".", maxSplits: 1)
        guard path.count == 2 else { return Query.Condition(name, comparison, values) }
        return Query.Condition(
            String(path[1]), comparison, values, entityName: String(path[0]))
    }

    private static func operand(_ value: Value) throws(PeriluneError) -> String {
        switch value {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .number(let number): return number.description
        case .bool(let flag): return flag ? "1" : "0"
        default:
            // Use the id of a record.
            if let id = value["id"]?.string { return id }
            throw error("the value of a condition must be a string, a number or a record", value)
        }
    }

    private static func links(_ value: Value) throws(PeriluneError) -> [Query.Link] {
        var links: [Query.Link] = []
        for element in value.array ?? [value] {
            guard let entity = element["entity"]?.string else {
                throw error("a link requires entity, from and to", element)
            }
            var link = Query.Link(
                entity, from: element["from"]?.string, to: element["to"]?.string,
                alias: element["alias"]?.string)
            if let text = element["type"]?.string { link.kind = try named(text, "type") }
            link.isIntersect = element["intersect"]?.bool ?? false
            if let attributes = element["attributes"] {
                if attributes == .bool(true) {
                    link.allColumns = true
                } else {
                    link.columns = try columns(attributes)
                }
            }
            if let filter = element["filter"] {
                link.filters = [try self.filter(filter, isOr: false)]
            }
            if let inner = element["link"] { link.links = try self.links(inner) }
            if let order = element["order"] { link.orders = try orders(order) }
            links.append(link)
        }
        return links
    }

    private static func orders(_ value: Value) throws(PeriluneError) -> [Query.Order] {
        var orders: [Query.Order] = []
        for element in value.array ?? [value] {
            let parts = element.array ?? [element]
            guard let name = parts.first?.string, parts.count <= 2,
                ["asc", "desc"].contains(parts.count == 2 ? parts[1].string : "asc")
            else {
                throw error(
                    "an order must be a name, or a list of name and direction", element,
                    hint: "write { \"createdon\", \"desc\" }")
            }
            let alias = name.hasPrefix("@")
            orders.append(
                Query.Order(
                    alias ? String(name.dropFirst()) : name,
                    descending: parts.count == 2 && parts[1].string == "desc", isAlias: alias))
        }
        return orders
    }

    private static func named<T: RawRepresentable & CaseIterable>(
        _ text: String, _ what: String
    ) throws(PeriluneError) -> T where T.RawValue == String {
        if let found = T(rawValue: text) { return found }
        throw PeriluneError(
            "crm.value", "unknown \(what) '\(text)'",
            hint: "use one of \(T.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    private static func error(
        _ message: String, _ value: Value, hint: String? = nil
    ) -> PeriluneError {
        PeriluneError("crm.value", "\(message), got \(value.json)", hint: hint)
    }
}
