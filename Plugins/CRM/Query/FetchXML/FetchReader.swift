import PeriluneCore
import PeriluneXML

extension Query {
    /// Reads FetchXML.
    ///
    /// - Throws: the fault that CRM answers, with line and column and what to write instead.
    public init(fetchXML text: String) throws(CRMFault) {
        self = try FetchReader.query(text)
    }
}

/// Turns the elements of FetchXML into a ``Query``.
enum FetchReader {
    static let maximumBytes = 4 << 20
    static let maximumDepth = 64

    static func query(_ text: String) throws(CRMFault) -> Query {
        let root: XMLElement
        do throws(PeriluneError) {
            var limits = XMLLimits()
            limits.bytes = maximumBytes
            limits.depth = maximumDepth
            root = try XMLElement.parse(text, limits: limits)
        } catch {
            throw CRMFault(.queryInvalidNode, "\(place(error.place))Invalid XML: \(error.message)")
        }
        guard root.name == "fetch" else {
            throw fault(.queryInvalidNode, root, "the root is <\(root.name)>", "write <fetch>")
        }
        return try fetch(root)
    }

    private static func fetch(_ root: XMLElement) throws(CRMFault) -> Query {
        try check(root, FetchGrammar.fetch)
        let entities = root.elements.filter { $0.name == "entity" }
        guard let first = entities.first else {
            throw fault(
                .queryMissingElement, root, "<fetch> has no <entity>",
                "add <entity name=\"…\"> inside")
        }
        guard entities.count == 1 else {
            throw fault(.queryInvalidNode, entities[1], "a second <entity>", "use <link-entity>")
        }
        var query = Query(try required(first, "name"))
        query.distinct = try flag(root, "distinct")
        query.aggregate = try flag(root, "aggregate")
        query.top = try number(root, "top")
        query.page.count = try number(root, "count")
        query.page.number = try number(root, "page") ?? 1
        query.page.cookie = root.attribute("paging-cookie").flatMap { $0.isEmpty ? nil : $0 }
        query.page.returnsTotal = try flag(root, "returntotalrecordcount")
        query.aggregateLimit = try number(root, "aggregatelimit")
        query.rawOrder = try flag(root, "useraworderby")
        try fill(&query, from: first)
        for element in root.elements where element.name != "entity" {
            // CRM 3 wrote the order beside the entity.
            guard element.name == "order" else { throw misplaced(element, in: root, ["entity"]) }
            query.orders.append(try order(element))
        }
        return query
    }

    private static func fill(_ query: inout Query, from entity: XMLElement) throws(CRMFault) {
        try check(entity, FetchGrammar.entity)
        for element in entity.elements {
            switch element.name {
            case "all-attributes": query.allColumns = true
            case "no-attrs": break
            case "attribute": query.columns.append(try column(element))
            case "order": query.orders.append(try order(element))
            case "filter": query.filters.append(try filter(element))
            case "link-entity": query.links.append(try link(element))
            default:
                throw misplaced(
                    element, in: entity,
                    ["attribute", "all-attributes", "order", "filter", "link-entity"])
            }
        }
    }

    static func link(_ element: XMLElement) throws(CRMFault) -> Query.Link {
        try check(element, FetchGrammar.link)
        var link = Query.Link(
            try required(element, "name"), from: element.attribute("from"),
            to: element.attribute("to"), alias: element.attribute("alias"))
        link.isIntersect = try flag(element, "intersect")
        if let text = element.attribute("link-type") {
            guard let kind = Query.Join(rawValue: text) else {
                throw fault(
                    .queryBadJoin, element, "unknown link-type \"\(text)\"",
                    "use \(list(Query.Join.allCases))")
            }
            link.kind = kind
        }
        for child in element.elements {
            switch child.name {
            case "all-attributes": link.allColumns = true
            case "no-attrs": break
            case "attribute": link.columns.append(try column(child))
            case "order": link.orders.append(try order(child))
            case "filter": link.filters.append(try filter(child))
            case "link-entity": link.links.append(try self.link(child))
            default:
                throw misplaced(
                    child, in: element,
                    ["attribute", "all-attributes", "order", "filter", "link-entity"])
            }
        }
        return link
    }
}
