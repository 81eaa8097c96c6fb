import CRMPlugin

/// A line of a table's declaration: one column, or a few that come together, and the relationships of
/// its lookups.
struct Column: Sendable {
    var attributes: [AttributeDefinition]
    var links: [Link] = []

    /// A table that a lookup points at.
    struct Link: Sendable {
        var attribute: String
        var target: String
        /// The name of the relationship; `nil` for the default one.
        var name: String?
        var cascade: Cascade
        /// The name of the lookup in the Web API, if it is not the default one.
        var property: String?
    }

    private init(_ attribute: AttributeDefinition) { attributes = [attribute] }

    private init(
        _ name: String, _ type: AttributeType, _ display: String? = nil,
        _ change: (inout AttributeDefinition) -> Void = { _ in }
    ) {
        var attribute = AttributeDefinition(
            name, type, displayName: display ?? Self.words(of: name, type))
        change(&attribute)
        self.init(attribute)
    }

    /// A line of text.
    static func text(_ name: String, _ length: Int = 100, _ display: String? = nil) -> Column {
        Column(name, .string, display) { $0.maxLength = length }
    }

    /// Several lines of text.
    static func memo(_ name: String, _ length: Int = 2000) -> Column {
        Column(name, .memo) { $0.maxLength = length }
    }

    /// A whole number of 32 bits.
    static func integer(_ name: String, _ range: ClosedRange<Double>? = nil) -> Column {
        Column(name, .integer) {
            $0.minimum = range?.lowerBound ?? -2_147_483_648
            $0.maximum = range?.upperBound ?? 2_147_483_647
        }
    }

    /// A whole number of 64 bits.
    static func long(_ name: String) -> Column { Column(name, .bigInt) }

    /// A floating-point number.
    static func float(_ name: String, _ range: ClosedRange<Double>? = nil) -> Column {
        Column(name, .double) {
            $0.minimum = range?.lowerBound ?? 0
            $0.maximum = range?.upperBound ?? 1_000_000_000
            $0.precision = 5
        }
    }

    /// An exact number with digits after the point.
    static func decimal(
        _ name: String, precision: Int = 2, _ range: ClosedRange<Double>? = nil
    ) -> Column {
        Column(name, .decimal) {
            $0.minimum = range?.lowerBound ?? -100_000_000_000
            $0.maximum = range?.upperBound ?? 100_000_000_000
            $0.precision = precision
        }
    }

    /// An amount, and the same in the base currency.
    ///
    /// Without a precision of its own it has the currency's.
    static func money(_ name: String, precision: Int? = nil) -> Column {
        var column = Column(name, .money) {
            $0.minimum = -922_337_203_685_477
            $0.maximum = 922_337_203_685_477
            $0.precision = precision
        }
        var base = column.attributes[0]
        base.schemaName = name + "_Base"
        base.logicalName = base.schemaName.lowercased()
        base.displayName += " (Base)"
        base.isValidForCreate = false
        base.isValidForUpdate = false
        column.attributes.append(base)
        return column
    }

    /// Yes or no.
    static func flag(
        _ name: String, default value: Bool = false, _ no: String = "No", _ yes: String = "Yes"
    ) -> Column {
        Column(name, .boolean) {
            $0.options = [.init(0, no), .init(1, yes)]
            $0.defaultValue = value ? 1 : 0
        }
    }

    /// A point in time.
    static func date(_ name: String) -> Column { Column(name, .dateTime) }

    /// A choice.
    static func choice(
        _ name: String, _ options: KeyValuePairs<Int32, String>, default value: Int32? = nil
    ) -> Column {
        Column(name, .picklist) {
            $0.options = options.map { .init($0.key, $0.value) }
            $0.defaultValue = value
        }
    }

    /// An identity that is not a lookup.
    static func id(_ name: String) -> Column { Column(name, .uniqueidentifier) }

    /// The name of a table.
    static func entityName(_ name: String) -> Column {
        Column(name, .entityName) { $0.maxLength = 64 }
    }

    /// A picture.
    static func image(_ name: String = "EntityImage") -> Column { Column(name, .image) }

    /// The parties of an activity in one role.
    static func parties(_ name: String) -> Column {
        Column(name, .partyList) { $0.targets = Parties.targets }
    }

    /// A lookup of one table.
    static func lookup(
        _ name: String, _ target: String, _ relationship: String? = nil,
        _ cascade: Cascade = Cascade()
    ) -> Column {
        lookup(name, [(target, relationship)], cascade)
    }

    /// A lookup of several tables, each with the name of its relationship.
    static func lookup(
        _ name: String, type: AttributeType = .lookup, _ targets: [(String, String?)],
        _ cascade: Cascade = Cascade()
    ) -> Column {
        var column = Column(name, type) { $0.targets = targets.map(\.0) }
        column.links = targets.map { target, relationship in
            Link(
                attribute: name.lowercased(), target: target, name: relationship, cascade: cascade)
        }
        return column
    }

    /// An account or a contact.
    static func customer(
        _ name: String, accounts: String, contacts: String, _ cascade: Cascade = .parental
    ) -> Column {
        lookup(name, type: .customer, [("account", accounts), ("contact", contacts)], cascade)
    }

    /// State and status, each status within its state; the first of each is what a record begins with.
    static func states(
        _ states: (value: Int32, label: String, statuses: KeyValuePairs<Int32, String>)...
    ) -> Column {
        var state = AttributeDefinition("StateCode", .state, displayName: "Status")
        state.options = states.map { .init($0.value, $0.label, state: nil) }
        var status = AttributeDefinition("StatusCode", .status, displayName: "Status Reason")
        status.options = states.flatMap { state in
            state.statuses.map { .init($0.key, $0.value, state: state.value) }
        }
        state.defaultValue = states.first?.value
        status.defaultValue = states.first?.statuses.first?.key
        var column = Column(state)
        column.attributes.append(status)
        return column
    }

    /// The same column, but only the system can write it.
    var readOnly: Column {
        var column = self
        for index in column.attributes.indices {
            column.attributes[index].isValidForCreate = false
            column.attributes[index].isValidForUpdate = false
        }
        return column
    }

    /// The same column, but only the system can read it: a secret.
    var writeOnly: Column {
        var column = self
        column.attributes[0].isValidForRead = false
        return column
    }

    /// The same column, but it can only be set on create.
    var createOnly: Column {
        var column = self
        column.attributes[0].isValidForUpdate = false
        return column
    }

    /// The same column, but required in every record.
    var required: Column {
        var column = self
        column.attributes[0].isRequired = true
        return column
    }

    /// The name of the lookup's property in the Web API.
    func property(_ name: String) -> Column {
        var column = self
        for index in column.links.indices { column.links[index].property = name }
        return column
    }

    /// `PrimaryContactId` is shown as `Primary Contact`.
    private static func words(of name: String, _ type: AttributeType) -> String {
        var words = ""
        var isAfterLower = false
        for character in name {
            if character == "_" {
                words += ": "
                isAfterLower = false
                continue
            }
            if character.isUppercase, isAfterLower { words += " " }
            words.append(character)
            isAfterLower = !character.isUppercase
        }
        let suffix = type.isReference ? " Id" : type == .picklist ? " Code" : ""
        return !suffix.isEmpty && words.hasSuffix(suffix)
            ? String(words.dropLast(suffix.count)) : words
    }
}
