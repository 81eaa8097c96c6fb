import PeriluneCore
import PeriluneXML

extension Query.Filter {
    /// Reads the filters of Criteria; empty if it has no conditions.
    static func criteria(_ element: XMLElement) throws(PeriluneError) -> [Query.Filter] {
        let filter = try Query.Filter(soap: element)
        let isEmpty = filter.conditions.isEmpty && filter.filters.isEmpty && filter.links.isEmpty
        return isEmpty ? [] : [filter]
    }

    init(soap element: XMLElement) throws(PeriluneError) {
        self.init()
        for child in element.elements where !child.isNil {
            switch child.name {
            case "AnyAllFilterLinkEntity": links = [try Query.Link(soap: child)]
            case "Conditions": conditions = try child.items(Query.Condition.init(soap:))
            case "FilterOperator": isOr = try child.named(["And": false, "Or": true])
            case "Filters": filters = try child.items(Query.Filter.init(soap:))
            default: break
            }
        }
    }
}

extension Query.Condition {
    init(soap element: XMLElement) throws(PeriluneError) {
        let kind = try element.required("Operator")
        guard let kind = ConditionOperator(name: kind.text) else {
            throw kind.error("soap.query", "unknown operator \(kind.text)")
        }
        self.init(try element.required("AttributeName").text, kind)
        if let list = element.child("Values") { values = try list.items(CRMValue.init(soap:)) }
        entityName = element.child("EntityName")?.optionalText
        guard try element.child("CompareColumns")?.bool() == true else { return }
        guard values.count == 1, case .string(let column) = values[0] else {
            throw element.error("soap.query", "CompareColumns requires the name of one column")
        }
        valueOf = column
        values = []
    }
}

extension QueryByAttribute {
    init(soap element: XMLElement) throws(PeriluneError) {
        let names = element.child("Attributes")?.texts() ?? []
        let values = try element.child("Values")?.items(CRMValue.init(soap:)) ?? []
        guard names.count == values.count else {
            throw element.error(
                "soap.query",
                "the number of attributes (\(names.count)) and values (\(values.count)) must be the same"
            )
        }
        self.init(element.child("EntityName")?.optionalText ?? "", [:], columns: ColumnSet())
        for (name, value) in zip(names, values) { attributes[name] = value }
        if let set = element.child("ColumnSet"), !set.isNil { columns = try ColumnSet(soap: set) }
        orders = try element.child("Orders")?.items(Query.Order.init(soap:)) ?? []
        if let info = element.child("PageInfo"), !info.isNil { page = try Query.Page(soap: info) }
        if let count = element.child("TopCount"), !count.isNil { top = Int(try count.int()) }
    }
}

extension ColumnSet {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(element.child("Columns")?.texts() ?? [])
        allColumns = try element.child("AllColumns")?.bool() ?? false
    }
}

extension RelationshipQueryCollection {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(try element.items(Element.init(soap:)))
    }
}

extension RelationshipQueryCollection.Element {
    init(soap element: XMLElement) throws(PeriluneError) {
        let (key, value) = try element.pair()
        self.init(try Relationship(soap: key), try QueryBase(soap: value))
    }
}
