import CRMPlugin
import PeriluneStore

/// A table whose records form a tree: accounts with parent accounts, users with managers.
struct Hierarchy {
    private let entity: String
    private let id: String
    private let parent: String

    /// `nil` if no lookup of the table points at the table itself.
    init?(of entity: EntityDefinition, in schema: Schema) {
        let own = schema.lookups(of: entity.logicalName)
            .filter { $0.referencedEntity == entity.logicalName }
            .map(\.referencingAttribute)
        let usual = "parent\(entity.logicalName)id"
        guard
            let parent = own.first(where: { $0 == usual })
                ?? own.first(where: { $0.hasPrefix("parent") })
                ?? (own.count == 1 ? own[0] : nil)
        else { return nil }
        self.parent = parent
        self.entity = entity.logicalName
        id = entity.primaryIdAttribute
    }

    /// The records below one.
    ///
    /// `UNION` keeps each once, so that a circle ends.
    func below(_ root: SQLValue, withSelf: Bool) -> SQL {
        let start: SQL =
            withSelf
            ? "SELECT \(root)"
            : "SELECT \(name: id) FROM \(name: entity) WHERE \(name: parent) = \(root)"
        return
            "WITH RECURSIVE h(id) AS (\(start) UNION SELECT c.\(name: id) FROM h JOIN \(name: entity) AS c ON c.\(name: parent) = h.id) SELECT id FROM h"
    }

    /// The records above one.
    func above(_ leaf: SQLValue, withSelf: Bool) -> SQL {
        let start: SQL =
            withSelf
            ? "SELECT \(leaf)"
            : "SELECT \(name: parent) FROM \(name: entity) WHERE \(name: id) = \(leaf) AND \(name: parent) IS NOT NULL"
        return
            "WITH RECURSIVE h(id) AS (\(start) UNION SELECT c.\(name: parent) FROM h JOIN \(name: entity) AS c ON c.\(name: id) = h.id WHERE c.\(name: parent) IS NOT NULL) SELECT id FROM h"
    }

    /// The number of direct children of a record.
    func children(of record: SQL) -> SQL {
        "(SELECT count(*) FROM \(name: entity) AS c WHERE c.\(name: parent) = \(record))"
    }
}

extension ConditionCompiler {
    /// `under`, `above` and their relatives: on the identity, or on a lookup to such a table.
    func hierarchy() throws(CRMFault) -> SQL {
        guard attribute.isIdentity else { throw unfit("a primary key or a lookup") }
        let name =
            attribute.logicalName == table.definition.primaryIdAttribute
            ? table.definition.logicalName : attribute.targets.first ?? ""
        guard let entity = schema.entity(name), let hierarchy = Hierarchy(of: entity, in: schema)
        else {
            throw CRMFault(
                .queryBadOperator,
                "The operator \"\(comparison.rawValue)\" needs a hierarchical relationship; '\(attribute.logicalName)' of \(table.definition.logicalName) has none"
            )
        }
        guard let value = try bound(values.first) else { return "0" }
        switch comparison {
        case .under: return "\(column) IN (\(hierarchy.below(value, withSelf: false)))"
        case .underOrEqual: return "\(column) IN (\(hierarchy.below(value, withSelf: true)))"
        case .notUnder:
            // In SQL even null is not in an empty list.
            let below = hierarchy.below(value, withSelf: false)
            return "(\(column) IS NOT NULL AND \(column) NOT IN (\(below)))"
        case .above: return "\(column) IN (\(hierarchy.above(value, withSelf: false)))"
        default: return "\(column) IN (\(hierarchy.above(value, withSelf: true)))"
        }
    }
}
