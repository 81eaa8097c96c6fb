import PeriluneCore

/// Conditions of a query as an expression of OData v2.
struct ODataV2FilterWriter {
    private let names: ODataNames
    private let table: EntityDefinition
    /// The tables that are joined, by alias.
    private let tables: [String: (property: String, table: EntityDefinition)]

    /// The path of a column, and the column.
    struct Column {
        var path: ODataPath
        var attribute: AttributeDefinition
    }

    init(
        _ names: ODataNames, _ table: EntityDefinition,
        tables: [String: (property: String, table: EntityDefinition)]
    ) {
        self.names = names
        self.table = table
        self.tables = tables
    }

    static func combine(_ parts: [ODataExpression], or isOr: Bool) -> ODataExpression? {
        if parts.count < 2 { return parts.first }
        return ODataExpression(isOr ? .or(parts) : .and(parts))
    }

    /// Translates a filter; `nil` for one without conditions.
    func expression(
        _ filter: Query.Filter, in alias: String? = nil
    ) throws(CRMError) -> ODataExpression? {
        guard filter.links.isEmpty else { throw .unsupported("ask for related records") }
        var parts: [ODataExpression] = []
        for condition in filter.conditions { parts.append(try expression(condition, in: alias)) }
        for filter in filter.filters {
            if let part = try expression(filter, in: alias) { parts.append(part) }
        }
        return Self.combine(parts, or: filter.isOr)
    }

    /// Parts of complex values are addressed one by one: `PrimaryContactId/Id`, `Revenue/Value`.
    func path(_ name: String, in alias: String?) throws(CRMError) -> Column {
        var (path, owner) = ([String](), table)
        if let alias {
            guard let (property, table) = tables[alias] else {
                throw .unsupported("find the table \(alias) of a condition")
            }
            (path, owner) = ([property], table)
        }
        let attribute = try CRMError.wrapping { [owner] () throws(CRMFault) in
            try owner.require(attribute: name)
        }
        guard attribute.type.isPropertyV2 else {
            throw .unsupported("filter by \(owner.logicalName).\(name)")
        }
        path.append(names.property(of: attribute))
        if attribute.type.isComplexV2 { path.append(attribute.type.isReference ? "Id" : "Value") }
        return Column(path: ODataPath(path), attribute: attribute)
    }

    private func expression(
        _ condition: Query.Condition, in alias: String?
    ) throws(CRMError) -> ODataExpression {
        guard condition.valueOf == nil else { throw .unsupported("compare two columns") }
        let column = try path(condition.attribute, in: condition.entityName ?? alias)
        var literals: [ODataLiteral] = []
        for value in condition.values { literals.append(try column.literal(value)) }
        if let form = try column.comparisonForm(condition.operator, literals) {
            return ODataExpression(form)
        }
        throw .unsupported("compare by the operator \(condition.operator.rawValue)")
    }
}

extension ODataExpression {
    /// All properties that it speaks of.
    package var paths: [ODataPath] {
        switch form {
        case .literal: []
        case .path(let path), .text(_, let path, _), .isIn(let path, _), .query(_, let path, _):
            [path]
        case .comparison(_, let left, let right): left.paths + right.paths
        case .and(let parts), .or(let parts): parts.flatMap(\.paths)
        case .not(let inner): inner.paths
        case .lambda(let lambda): [lambda.path]
        }
    }
}
