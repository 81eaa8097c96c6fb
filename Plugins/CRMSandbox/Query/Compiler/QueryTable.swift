import CRMPlugin

/// A table of a query under the name that SQL knows it by: `t0`, `t1`, ….
struct QueryTable {
    let number: Int
    let definition: EntityDefinition
    /// The alias in columns, conditions and orders; empty for the queried table.
    let alias: String

    /// The stored form of a column.
    func column(_ attribute: AttributeDefinition) -> SQL {
        "t\(number).\(name: attribute.logicalName)"
    }

    /// A column as it is compared: text without regard to case, decimals by value.
    ///
    /// The tables say the same of their columns; a view over several tables forgets it.
    func compared(_ attribute: AttributeDefinition) -> SQL {
        switch attribute.type {
        case .string, .memo, .entityName: "\(column(attribute)) COLLATE CRM"
        case .decimal: "\(column(attribute)) COLLATE DECIMAL"
        default: column(attribute)
        }
    }

    /// The identity.
    var id: SQL { "t\(number).\(name: definition.primaryIdAttribute)" }

    /// `"account" AS t0`.
    var source: SQL { "\(name: definition.logicalName) AS t\(number)" }

    /// A column to compare, order or count by, which would tell the value of a secret bit by bit.
    func require(_ name: String) throws(CRMFault) -> AttributeDefinition {
        let attribute = try definition.require(attribute: name)
        guard attribute.isValidForRead else {
            throw CRMFault(
                .invalidArgument,
                "The attribute '\(name)' of '\(definition.logicalName)' cannot be read.")
        }
        return attribute
    }
}

extension AttributeDefinition {
    /// The column with the table of a lookup that has several targets; `nil` for a single target.
    var typeColumn: String? {
        type.isReference && targets.count != 1 ? "\(logicalName):type" : nil
    }

    /// Whether a table has a column for it.
    var isStored: Bool {
        switch type {
        case .virtual, .partyList, .managedProperty: false
        default: true
        }
    }

    var isText: Bool { [.string, .memo, .entityName].contains(type) }
    var isChoice: Bool { [.picklist, .state, .status].contains(type) }
    var isIdentity: Bool { type.isReference || type == .uniqueidentifier }
}
