import PeriluneCore

extension ODataTranslator {
    /// Translates a lambda: `any` requires a matching row, `all` that no row fails to match.
    mutating func link(
        _ lambda: ODataExpression.Lambda, _ expression: ODataExpression, negated: Bool
    ) throws(PeriluneError) -> Query.Link {
        var path = lambda.path
        if let variable {
            guard path.names.first == variable else {
                throw path.error("a path within a lambda must begin with \(variable)/")
            }
            path.names.removeFirst()
        }
        guard path.names.count == 1, let name = path.names.first else {
            throw path.error("a lambda requires a collection of the table itself")
        }
        guard let navigation = names.navigation(name, of: entity),
            let target = names.schema.entity(navigation.target)
        else { throw unknown(name, of: entity, path) }
        var condition = lambda.condition
        if lambda.isAll, let inner = condition {
            condition = ODataExpression(.not(inner), column: inner.column)
        }
        let kind: Query.Join = negated != lambda.isAll ? .notAny : .any
        switch navigation {
        case .single:
            throw path.error("\(name) refers to a single record", hint: "write \(name)/column")
        case .children(let relationship):
            var link = Query.Link(
                target.logicalName, from: relationship.referencingAttribute,
                to: entity.primaryIdAttribute, kind)
            try fill(&link, target, lambda, condition)
            return link
        case .many(let relationship, let isFirst):
            var intersection = Query.Link(
                relationship.intersectEntity,
                from: isFirst ? relationship.attribute1 : relationship.attribute2,
                to: entity.primaryIdAttribute, kind)
            var link = Query.Link(
                target.logicalName, from: target.primaryIdAttribute,
                to: isFirst ? relationship.attribute2 : relationship.attribute1)
            try fill(&link, target, lambda, condition)
            intersection.links = [link]
            return intersection
        }
    }

    private func fill(
        _ link: inout Query.Link, _ target: EntityDefinition, _ lambda: ODataExpression.Lambda,
        _ condition: ODataExpression?
    ) throws(PeriluneError) {
        guard let condition else { return }
        var inner = ODataTranslator(target, names, variable: lambda.variable, level: level + 1)
        link.filters = [try inner.filter(condition)]
        link.links = inner.links
    }
}
