import CRMPlugin
import PeriluneCore

/// The parts of a record in a response: properties, deferred links, related records.
struct ODataV2Selection {
    var attributes: [AttributeDefinition]
    /// Navigation properties that come as an address.
    var deferred: [String] = []
    var expansions: [Expansion] = []

    /// A navigation property that comes with its records.
    struct Expansion {
        var name: String
        var navigation: ODataNames.Navigation
        var target: EntityDefinition
        var attributes: [AttributeDefinition]
    }

    /// The columns to read: those in the response, and those that lead to related records.
    func columns(of table: EntityDefinition) -> [String] {
        var columns = attributes.map(\.logicalName)
        columns.append(table.primaryIdAttribute)
        for expansion in expansions {
            if case .single(let lookup) = expansion.navigation {
                columns.append(lookup.referencingAttribute)
            }
        }
        var seen: Set<String> = []
        return columns.filter { seen.insert($0).inserted }
    }
}

extension ODataV2Context {
    func selection(
        _ options: ODataOptions, of table: EntityDefinition
    ) throws(CRMFault) -> ODataV2Selection {
        guard options.expand.count <= limits.expansions else {
            throw CRMFault(
                .odataExpression,
                "The number of expanded relationships is \(options.expand.count); at most "
                    + "\(limits.expansions) are allowed.")
        }
        var expansions: [ODataV2Selection.Expansion] = []
        for expand in options.expand {
            guard expand.path.names.count == 1, let name = expand.path.names.first else {
                throw CRMFault(
                    .odataExpression, "\(expand.path.text): $expand supports one level only.")
            }
            guard let navigation = names.navigation(name, of: table) else {
                throw unknown(name, of: table)
            }
            let target = try target(navigation)
            expansions.append(
                .init(
                    name: name, navigation: navigation, target: target,
                    attributes: target.propertiesV2))
        }
        guard let paths = options.select else {
            let expanded = Set(expansions.map(\.name))
            return ODataV2Selection(
                attributes: table.propertiesV2,
                deferred: names.navigations(of: table).map(\.name)
                    .filter { !expanded.contains($0) },
                expansions: expansions)
        }
        return try select(paths, expansions, of: table)
    }

    /// With `$select`, only the selected properties are returned, including those of expanded records.
    private func select(
        _ paths: [ODataPath], _ expansions: [ODataV2Selection.Expansion],
        of table: EntityDefinition
    ) throws(CRMFault) -> ODataV2Selection {
        var selection = ODataV2Selection(attributes: [])
        var chosen: [String: [AttributeDefinition]] = [:]
        for path in paths {
            guard let name = path.names.first else { continue }
            guard path.names.count > 1 else {
                if let attribute = names.attribute(name, of: table), attribute.type.edmV2 != nil {
                    selection.attributes.append(attribute)
                } else if let expansion = expansions.first(where: { $0.name == name }) {
                    chosen[name] = expansion.attributes
                } else if names.navigation(name, of: table) != nil {
                    selection.deferred.append(name)
                } else {
                    throw unknown(name, of: table)
                }
                continue
            }
            guard path.names.count == 2,
                let expansion = expansions.first(where: { $0.name == name })
            else {
                throw CRMFault(
                    .odataExpression, "\(path.text) is selected, but \(name) is not expanded.")
            }
            guard let attribute = names.attribute(path.names[1], of: expansion.target),
                attribute.type.edmV2 != nil
            else { throw unknown(path.names[1], of: expansion.target) }
            if chosen[name]?.contains(attribute) != true {
                chosen[name, default: []].append(attribute)
            }
        }
        selection.expansions = expansions.compactMap { expansion in
            chosen[expansion.name].map { attributes in
                var expansion = expansion
                expansion.attributes = attributes
                return expansion
            }
        }
        return selection
    }

    func unknown(_ property: String, of table: EntityDefinition) -> CRMFault {
        let near = table.attributes.first { $0.logicalName == property.lowercased() }
        return CRMFault(
            .odataExpression,
            "No property '\(property.prefix(100))' exists in type "
                + "'\(ODataV2Codec.namespace).\(table.schemaName)'."
                + (near.map { " Hint: write \($0.schemaName)." } ?? ""))
    }
}
