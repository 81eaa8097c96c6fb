import PeriluneCore
import PeriluneXML

extension QueryBase {
    init(soap element: XMLElement, as type: SOAPTypeName) throws(PeriluneError) {
        switch type {
        case .fetch: self = .fetch(FetchExpression(try element.required("Query").text))
        case .byAttribute: self = .byAttribute(try QueryByAttribute(soap: element))
        default: self = .expression(try Query(soap: element))
        }
    }

    /// Reads an element whose `i:type` is one of the queries.
    init(soap element: XMLElement) throws(PeriluneError) {
        guard case .query(let query) = try CRMValue(soap: element) else {
            throw element.error("soap.type", "\(element.name) is not a query")
        }
        self = query
    }
}

extension Query {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init("")
        for child in element.elements where !child.isNil {
            switch child.name {
            case "ColumnSet": (allColumns, columns) = try Column.set(child)
            case "Criteria": filters = try Filter.criteria(child)
            case "Distinct": distinct = try child.bool()
            case "EntityName": entity = child.text
            case "LinkEntities": links = try child.items(Link.init(soap:))
            case "Orders": orders = try child.items(Order.init(soap:))
            case "PageInfo": page = try Page(soap: child)
            case "TopCount": top = Int(try child.int())
            case "SubQueryExpression":
                throw child.error("soap.query", "nested queries are not supported")
            default: break
            }
        }
        aggregate = columns.contains { $0.aggregate != nil || $0.groupBy }
    }
}

extension Query.Column {
    /// The columns of a ColumnSet, by name and as expressions.
    fileprivate static func set(
        _ element: XMLElement
    ) throws(PeriluneError) -> (all: Bool, columns: [Query.Column]) {
        let all = try element.child("AllColumns")?.bool() ?? false
        let expressions = try element.child("AttributeExpressions")?.items(Self.init(soap:)) ?? []
        let names = element.child("Columns")?.texts() ?? []
        return (all, names.map { Query.Column($0) } + expressions)
    }

    private init(soap element: XMLElement) throws(PeriluneError) {
        self.init("")
        for child in element.elements where !child.isNil {
            switch child.name {
            case "AggregateType" where child.text != "None":
                aggregate = try child.named(SOAPQueryNames.aggregates)
            case "Alias": alias = child.text
            case "AttributeName": name = child.text
            case "DateTimeGrouping" where child.text != "None":
                dateGrouping = try child.named(SOAPQueryNames.groupings)
            case "HasGroupBy": groupBy = try child.bool()
            default: break
            }
        }
    }
}

extension Query.Link {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init("")
        for child in element.elements where !child.isNil {
            switch child.name {
            case "Columns": (allColumns, columns) = try Query.Column.set(child)
            case "EntityAlias": alias = child.text
            case "JoinOperator": kind = try child.named(SOAPQueryNames.joins)
            case "LinkCriteria": filters = try Query.Filter.criteria(child)
            case "LinkEntities": links = try child.items(Query.Link.init(soap:))
            case "LinkFromAttributeName": to = child.text
            case "LinkToAttributeName": from = child.text
            case "LinkToEntityName": entity = child.text
            case "Orders": orders = try child.items(Query.Order.init(soap:))
            default: break
            }
        }
    }
}

extension Query.Order {
    init(soap element: XMLElement) throws(PeriluneError) {
        let alias = element.child("Alias")?.optionalText
        let name = element.child("AttributeName")?.optionalText
        let direction = element.child("OrderType")
        self.init(
            alias ?? name ?? "",
            descending: try direction?.named(["Ascending": false, "Descending": true]) ?? false,
            isAlias: alias != nil, entityName: element.child("EntityName")?.optionalText)
    }
}

extension Query.Page {
    /// A count of 0 and a page 0 are what .NET sends for unset values.
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init()
        for child in element.elements where !child.isNil {
            switch child.name {
            case "Count":
                let size = Int(try child.int())
                count = size == 0 ? nil : size
            case "PageNumber": number = max(1, Int(try child.int()))
            case "PagingCookie": cookie = child.text.isEmpty ? nil : child.text
            case "ReturnTotalRecordCount": returnsTotal = try child.bool()
            default: break
            }
        }
    }
}
