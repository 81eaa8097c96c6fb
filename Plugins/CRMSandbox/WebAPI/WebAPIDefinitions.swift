import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// `EntityDefinitions`: the tables as records.
extension WebAPIContext {
    func definitions(_ request: WebAPIRequest) throws(CRMFault) -> HTTPResponse {
        let options = try request.options(self)
        let rest = request.segments.dropFirst()
        guard let first = request.segments.first, first.name == "EntityDefinitions" else {
            return definitionList(request.segments.first?.name ?? "", relationships(), options)
        }
        let wanted = DefinitionWriter.parts.intersection(options.expand.map(\.path.text))
        guard first.key != nil else {
            let entities = schema.entities.map {
                DefinitionWriter.entity($0, in: schema, with: wanted)
            }
            return definitionList("EntityDefinitions", entities, options)
        }
        let entity = try definition(first)
        guard let part = rest.first else {
            return definition(
                "EntityDefinitions/$entity",
                DefinitionWriter.entity(entity, in: schema, with: wanted), options)
        }
        guard DefinitionWriter.parts.contains(part.name),
            let elements = DefinitionWriter.entity(entity, in: schema, with: [part.name])[
                part.name]?.elements
        else { throw notFound(part.name) }
        return try parts(elements, part, rest.dropFirst(), options)
    }

    /// Attributes, keys or relationships of a table: all, of one type, or one of them.
    private func parts(
        _ elements: [JSONTree], _ part: ODataSegment, _ rest: ArraySlice<ODataSegment>,
        _ options: ODataOptions
    ) throws(CRMFault) -> HTTPResponse {
        var elements = elements
        var rest = rest
        if let cast = rest.first?.name, cast.hasPrefix(WebAPICodec.namespace) {
            elements = elements.filter { $0["@odata.type"]?.string == "#\(cast)" }
            rest = rest.dropFirst()
        }
        guard part.key != nil else {
            guard rest.isEmpty else { throw notFound(rest.first?.name ?? "") }
            return definitionList(part.name, elements, options)
        }
        let found = elements.first { element in
            if let id = part.id { return element["MetadataId"]?.string == id.description }
            return part.arguments.allSatisfy { pair in
                if case .string(let text) = pair.value {
                    element[pair.name]?.string == text
                } else {
                    false
                }
            }
        }
        guard var found else {
            throw CRMFault(.objectDoesNotExist, "Could not find the \(part.name) of that name.")
        }
        if let inner = rest.first {
            guard let value = found[inner.name] else { throw notFound(inner.name) }
            found = value
        }
        return definition(part.name, found, options)
    }

    private func definition(_ segment: ODataSegment) throws(CRMFault) -> EntityDefinition {
        var entity: EntityDefinition?
        if let id = segment.id {
            entity = schema.entities.first { DefinitionWriter.id("entity", $0.logicalName) == id }
        } else if let pair = segment.arguments.first, pair.name == "LogicalName",
            case .string(let name) = pair.value
        {
            entity = schema.entity(name)
        }
        if let entity { return entity }
        throw CRMFault(.objectDoesNotExist, "Could not find an entity with that name or id.")
    }

    private func relationships() -> [JSONTree] {
        schema.relationships.map { DefinitionWriter.relationship($0, in: schema) }
    }

    private func definition(
        _ name: String, _ json: JSONTree, _ options: ODataOptions
    ) -> HTTPResponse {
        let members = DefinitionQuery(options).pruned(json).members
        return WebAPIReply.json(
            [.init("@odata.context", .string("\(root)$metadata#\(name)"))] + members)
    }

    private func definitionList(
        _ name: String, _ elements: [JSONTree], _ options: ODataOptions
    ) -> HTTPResponse {
        let rows = DefinitionQuery(options).rows(of: elements)
        var members: [JSONTree.Member] = [
            .init("@odata.context", .string("\(root)$metadata#\(name)"))
        ]
        if options.counts { members.append(.init("@odata.count", .number(String(rows.count)))) }
        members.append(.init("value", .array(rows)))
        return WebAPIReply.json(members)
    }
}

/// Applies query options to definitions, which are in no database.
struct DefinitionQuery {
    private let options: ODataOptions
    /// The properties that are returned only if they are expanded.
    private static let navigation = DefinitionWriter.parts.union(["OptionSet", "GlobalOptionSet"])

    init(_ options: ODataOptions) { self.options = options }

    func rows(of elements: [JSONTree]) -> [JSONTree] {
        var rows = elements
        if let filter = options.filter {
            rows = rows.filter { Self.holds(filter, for: $0) == true }
        }
        for order in options.orders.reversed() {
            rows.sort { one, other in
                let (one, other) = (Self.text(one, order.path), Self.text(other, order.path))
                return order.descending ? one > other : one < other
            }
        }
        if let top = options.top { rows = Array(rows.prefix(top)) }
        return rows.map(pruned)
    }

    /// The selected members, and the expanded ones by their own options.
    func pruned(_ json: JSONTree) -> JSONTree {
        let selected = options.select.map { Set($0.compactMap(\.names.first)) }
        var members: [JSONTree.Member] = []
        for member in json.members {
            let expansion = options.expand.first { $0.path.names == [member.name] }
            if let expansion {
                let inner = DefinitionQuery(expansion.options)
                let value =
                    member.value.elements.map { .array(inner.rows(of: $0)) }
                    ?? inner.pruned(member.value)
                members.append(.init(member.name, value))
            } else if Self.navigation.contains(member.name) {
                continue
            } else if selected == nil || selected?.contains(member.name) == true
                || member.name == "MetadataId" || member.name.hasPrefix("@")
            {
                members.append(member)
            }
        }
        return .object(members)
    }

    /// `nil` if a comparison has no meaning.
    private static func holds(_ expression: ODataExpression, for json: JSONTree) -> Bool? {
        switch expression.form {
        case .and(let parts): return parts.allSatisfy { holds($0, for: json) == true }
        case .or(let parts): return parts.contains { holds($0, for: json) == true }
        case .not(let inner): return holds(inner, for: json).map { !$0 }
        case .path(let path): return value(json, path)?.bool
        case .isIn(let path, let literals):
            return literals.contains { same(value(json, path), $0) }
        case .text(let function, let path, .string(let text)):
            let whole = Self.text(json, path).lowercased()
            let part = text.lowercased()
            return switch function {
            case .contains: whole.contains(part)
            case .startswith: whole.hasPrefix(part)
            case .endswith: whole.hasSuffix(part)
            }
        case .comparison(let comparison, let left, let right):
            guard case .path(let path) = left.form, case .literal(let literal) = right.form else {
                return nil
            }
            switch comparison {
            case .eq: return same(value(json, path), literal)
            case .ne: return !same(value(json, path), literal)
            default:
                guard let number = value(json, path)?.integer,
                    case .number(let digits) = literal, let other = Int(digits)
                else { return nil }
                return switch comparison {
                case .gt: number > other
                case .ge: number >= other
                case .lt: number < other
                default: number <= other
                }
            }
        default: return nil
        }
    }

    private static func value(_ json: JSONTree, _ path: ODataPath) -> JSONTree? {
        path.names.reduce(Optional(json)) { $0?[$1] }
    }

    private static func text(_ json: JSONTree, _ path: ODataPath) -> String {
        value(json, path)?.string ?? ""
    }

    private static func same(_ json: JSONTree?, _ literal: ODataLiteral) -> Bool {
        switch (json ?? .null, literal) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one == other
        case (.string(let one), .guid(let other)): GUID(one) == other
        // Enumerations are compared by their names, with or without their type.
        default: false
        }
    }
}
