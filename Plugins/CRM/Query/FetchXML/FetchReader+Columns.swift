import PeriluneXML

extension FetchReader {
    static func column(_ element: XMLElement) throws(CRMFault) -> Query.Column {
        try check(element, FetchGrammar.attribute)
        var column = Query.Column(
            try required(element, "name"), alias: element.attribute("alias"))
        column.aggregate = try choice(element, "aggregate", .queryBadAggregate)
        column.dateGrouping = try choice(element, "dategrouping", .queryBadAggregate)
        column.groupBy = try flag(element, "groupby")
        column.distinct = try flag(element, "distinct")
        column.userTimeZone = try flag(element, "usertimezone", default: true)
        if let text = element.attribute("rowaggregate") {
            guard text.lowercased() == "countchildren" else {
                throw fault(
                    .queryBadAggregate, element, "unknown row aggregate \"\(text)\"",
                    "use CountChildren")
            }
            column.countChildren = true
        }
        return column
    }

    static func order(_ element: XMLElement) throws(CRMFault) -> Query.Order {
        try check(element, FetchGrammar.order)
        let alias = element.attribute("alias")
        guard let name = alias ?? element.attribute("attribute") else {
            throw fault(
                .queryMissingAttribute, element, "<order> names no column",
                "add attribute=\"…\", or alias=\"…\" for an aggregate")
        }
        return Query.Order(
            name, descending: try flag(element, "descending"), isAlias: alias != nil,
            entityName: element.attribute("entityname"))
    }

    /// An attribute that takes one of the raw values of an enumeration.
    private static func choice<T: RawRepresentable & CaseIterable>(
        _ element: XMLElement, _ name: String, _ code: ErrorCode
    ) throws(CRMFault) -> T? where T.RawValue == String {
        guard let text = element.attribute(name) else { return nil }
        guard let value = T(rawValue: text) else {
            throw fault(
                code, element, "unknown \(name) \"\(text)\"",
                "use \(list(Array(T.allCases)))")
        }
        return value
    }
}
