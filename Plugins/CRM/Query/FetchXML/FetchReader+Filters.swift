import PeriluneXML

extension FetchReader {
    static func filter(_ element: XMLElement) throws(CRMFault) -> Query.Filter {
        try check(element, FetchGrammar.filter)
        var filter = Query.Filter()
        switch element.attribute("type") {
        case nil, "and": break
        case "or": filter.isOr = true
        case let text?:
            throw fault(
                .queryBadFilterType, element, "unknown filter type \"\(text)\"",
                "use \"and\" or \"or\"")
        }
        for child in element.elements {
            switch child.name {
            case "condition": filter.conditions.append(try condition(child))
            case "filter": filter.filters.append(try self.filter(child))
            case "link-entity":
                let link = try link(child)
                guard link.kind.isQuantifier else {
                    throw fault(
                        .queryBadJoin, child,
                        "the link-type \"\(link.kind.rawValue)\" is not allowed in a filter",
                        "use \"any\", \"not any\", \"all\" or \"not all\", or move the link out of the filter"
                    )
                }
                filter.links.append(link)
            default:
                throw misplaced(child, in: element, ["condition", "filter", "link-entity"])
            }
        }
        return filter
    }

    private static func condition(_ element: XMLElement) throws(CRMFault) -> Query.Condition {
        try check(element, FetchGrammar.condition)
        let name = try required(element, "attribute")
        let text = try required(element, "operator")
        guard let comparison = ConditionOperator(fetchXML: text) else {
            throw fault(
                .queryBadOperator, element, "unknown operator \"\(text)\"",
                ConditionOperator.nearest(to: text).map { "did you mean \"\($0)\"?" }
                    ?? "use eq, ne, gt, ge, lt, le, like, in, between, null, on, last-x-days, …")
        }
        var condition = Query.Condition(
            name, comparison, valueOf: element.attribute("valueof"),
            entityName: element.attribute("entityname"))
        if let value = element.attribute("value") { condition.values = [.string(value)] }
        for child in element.elements {
            guard child.name == "value" else { throw misplaced(child, in: element, ["value"]) }
            try check(child, FetchGrammar.value)
            condition.values.append(.string(child.text))
        }
        try checkValues(condition, element)
        return condition
    }

    private static func checkValues(
        _ condition: Query.Condition, _ element: XMLElement
    ) throws(CRMFault) {
        do throws(CRMFault) {
            try condition.checkValues()
        } catch {
            throw CRMFault(error.code, place(element) + error.message)
        }
    }
}
