import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// QueryExpression as JSON, which actions such as BulkDelete take.
extension WebAPIContext {
    func query(expression json: JSONTree) throws(CRMFault) -> Query {
        if let text = json["Query"]?.string { return try Query(fetchXML: text) }
        guard let name = json["EntityName"]?.string else {
            throw CRMFault(.invalidArgument, "A query requires an EntityName.")
        }
        let table = try table(name)
        var query = Query(name)
        if let criteria = json["Criteria"], criteria != .null {
            query.filters = [try filter(criteria, of: table, depth: 0)]
        }
        for order in json["Orders"]?.elements ?? [] {
            guard let attribute = order["AttributeName"]?.string else { continue }
            query.orders.append(
                Query.Order(
                    attribute, descending: order["OrderType"]?.string == "Descending"))
        }
        query.top = json["TopCount"]?.integer
        return query
    }

    private func filter(
        _ json: JSONTree, of table: EntityDefinition, depth: Int
    ) throws(CRMFault) -> Query.Filter {
        guard depth < 20 else { throw CRMFault(.invalidArgument, "Filters are nested too deeply.") }
        var filter = Query.Filter(or: json["FilterOperator"]?.string == "Or")
        for condition in json["Conditions"]?.elements ?? [] {
            filter.conditions.append(try self.condition(condition, of: table))
        }
        for inner in json["Filters"]?.elements ?? [] {
            filter.filters.append(try self.filter(inner, of: table, depth: depth + 1))
        }
        return filter
    }

    private func condition(
        _ json: JSONTree, of table: EntityDefinition
    ) throws(CRMFault) -> Query.Condition {
        let name = json["AttributeName"]?.string ?? ""
        let attribute = try table.require(attribute: name)
        guard let text = json["Operator"]?.string, let function = ConditionOperator(name: text)
        else { throw CRMFault(.queryBadOperator, "A condition requires a known Operator.") }
        var values: [CRMValue] = []
        for element in json["Values"]?.elements ?? [] {
            // Each value is an object with its type, or the value itself.
            let value = element["Value"] ?? element
            let text: String? =
                switch value {
                case .string(let text): text
                case .number(let digits): digits
                case .bool(let value): value ? "true" : "false"
                default: nil
                }
            guard let typed = text.flatMap({ attribute.type.value(of: $0) }) else {
                throw CRMFault(.invalidArgument, "A value of \(name) has the wrong type.")
            }
            values.append(typed)
        }
        return Query.Condition(name, function, values)
    }
}
