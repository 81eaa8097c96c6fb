import CRMPlugin
import PeriluneCore

/// Refuses requests that are valid OData but that the service does not support.
struct ODataV2Rules {
    private let names: ODataNames
    private let table: EntityDefinition

    init(_ names: ODataNames, _ table: EntityDefinition) {
        self.names = names
        self.table = table
    }

    func check(_ options: ODataOptions) throws(CRMFault) {
        for order in options.orders {
            let group = try check(order.path)
            guard group == nil else {
                throw CRMFault(
                    .odataExpression,
                    "\(order.path.text): $orderby supports only properties of the entity itself.")
            }
        }
        guard let filter = options.filter else { return }
        try check(filter)
        var groups: Set<String?> = []
        for path in filter.paths { groups.insert(try check(path)) }
        guard groups.count < 2 else {
            throw CRMFault(
                .odataExpression,
                "All conditions of $filter must be on the entity, or on an expanded one.")
        }
        if let group = groups.first ?? nil,
            !options.expand.contains(where: { $0.path.names == [group] })
        {
            throw CRMFault(
                .odataExpression, "$filter names \(group), which is not expanded.")
        }
    }

    /// The grammar is that of both versions: what only version 4 has is refused here.
    private func check(_ expression: ODataExpression) throws(CRMFault) {
        switch expression.form {
        case .literal, .path, .text: break
        case .and(let parts), .or(let parts): for part in parts { try check(part) }
        case .not(let inner): try check(inner)
        case .comparison(_, let left, let right):
            if case .path = left.form, case .path = right.form {
                throw refused("the comparison of two properties")
            }
            try check(left)
            try check(right)
        case .isIn: throw refused("in")
        case .lambda: throw refused("any and all")
        case .query(let function, _, _): throw refused("the function \(function.queryFunction)")
        }
    }

    private func refused(_ what: String) -> CRMFault {
        CRMFault(.odataExpression, "$filter: \(what) is not supported.")
    }

    /// The navigation property that a path leads through; `nil` for a property of the table itself.
    private func check(_ path: ODataPath) throws(CRMFault) -> String? {
        var rest = path.names[...]
        var (owner, group) = (table, String?.none)
        if let first = rest.first, rest.count > 1, names.attribute(first, of: table) == nil,
            let navigation = names.navigation(first, of: table),
            let target = names.schema.entity(navigation.target)
        {
            (owner, group) = (target, first)
            rest = rest.dropFirst()
        }
        guard let name = rest.first, let attribute = names.attribute(name, of: owner),
            attribute.type.edmV2 != nil
        else {
            throw CRMFault(
                .odataExpression,
                "No property '\(rest.first?.prefix(100) ?? "")' exists in type "
                    + "'\(ODataV2Codec.namespace).\(owner.schemaName)'.")
        }
        let member = attribute.type.isReference ? "Id" : "Value"
        guard Array(rest.dropFirst()) == (attribute.type.isComplexV2 ? [member] : []) else {
            throw CRMFault(
                .odataExpression,
                attribute.type.isComplexV2
                    ? "\(path.text) is a complex value: write \(name)/\(member)."
                    : "\(path.text): \(name) has no parts.")
        }
        return group
    }
}
