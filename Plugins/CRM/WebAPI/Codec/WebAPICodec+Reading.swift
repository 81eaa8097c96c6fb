package import PeriluneCore
import PeriluneHTTP
package import PeriluneJSON

/// Reads records: bodies of requests on the server, responses on the client.
extension WebAPICodec {
    /// How strictly a record is read, and its nesting depth.
    struct Reading {
        /// `nil` reads a request, in which every name has to be known.
        var aliases: WebAPIAliases?
        /// In a batch, the resources that `$1` and others stand for.
        var contents: [String: String] = [:]
        var depth = 0
        /// The shape of the records that are being read.
        private(set) var shape = RecordShape<Meaning>()

        var isRequest: Bool { aliases == nil }
        var deeper: Reading {
            var deeper = self
            deeper.depth += 1
            deeper.shape = RecordShape()
            return deeper
        }
    }

    /// The meaning of a member of a record.
    enum Meaning {
        case annotation(property: String, name: String)
        /// The formatted value of a column.
        case formatted(String)
        case lookup(MemberColumn, Lookup)
        case value(MemberColumn)
        /// Records within the record, and the columns of linked tables.
        case related
    }

    /// The annotations of a lookup.
    struct Lookup {
        let table: String
        let name: String

        init(_ property: String) {
            table = "\(property)@\(WebAPICodec.lookupTable)"
            name = "\(property)@\(WebAPICodec.formatted)"
        }
    }

    private func meaning(of name: String, in table: EntityDefinition) -> Meaning {
        if let at = name.utf8.firstIndex(of: UInt8(ascii: "@")) {
            let property = String(name[..<at])
            let annotation = String(name[name.utf8.index(after: at)...])
            guard annotation == Self.formatted else {
                return .annotation(property: property, name: annotation)
            }
            return .formatted(names.attribute(property, of: table)?.logicalName ?? property)
        }
        if name.hasPrefix("_"), name.hasSuffix("_value"),
            let attribute = names.attribute(name, of: table)
        {
            return .lookup(MemberColumn(attribute), Lookup(name))
        }
        if let attribute = table.attribute(name), !attribute.type.isReference,
            attribute.type != .partyList
        {
            return .value(MemberColumn(attribute))
        }
        return .related
    }

    /// A record that is sent to be created or changed.
    package func entity(
        request json: JSONTree, of table: EntityDefinition, contents: [String: String] = [:]
    ) throws(PeriluneError) -> Entity {
        try entity(json, table, Reading(aliases: nil, contents: contents))
    }

    /// A record of a response.
    package func entity(
        response json: JSONTree, of table: EntityDefinition,
        aliases: WebAPIAliases = WebAPIAliases()
    ) throws(PeriluneError) -> Entity {
        try entity(json, table, Reading(aliases: aliases))
    }

    func entity(
        _ json: JSONTree, _ table: EntityDefinition, _ reading: Reading
    ) throws(PeriluneError) -> Entity {
        guard case .object(let members) = json else {
            throw PeriluneError(
                "crm.json",
                "a record of \(table.logicalName) must be an object, not \(json.summary)")
        }
        guard reading.depth < 8 else {
            throw PeriluneError("crm.json", "records are nested too deeply")
        }
        var entity = Entity(table.logicalName)
        reading.shape.begin(table)
        for member in members {
            switch reading.shape.meaning(of: member.name, { meaning(of: member.name, in: table) }) {
            case .annotation(let property, let name):
                try annotate(&entity, property, name, member.value, table, reading)
            case .formatted(let name):
                if let text = member.value.string { entity.formattedValues[name] = text }
            case .lookup(let column, let lookup):
                entity[column.attribute.logicalName] = try value(
                    member, column.attribute, lookup, json)
            case .value(let column):
                let value = try Self.value(member.value, of: column.attribute)
                if reading.isRequest || !value.isNull { entity[member.name] = value }
            case .related: try related(&entity, member, json, table, reading)
            }
        }
        if case .guid(let id)? = entity[table.primaryIdAttribute] { entity.id = id }
        return entity
    }

    private func value(
        _ member: JSONTree.Member, _ attribute: AttributeDefinition, _ lookup: Lookup,
        _ record: JSONTree
    ) throws(PeriluneError) -> CRMValue? {
        if member.value == .null { return nil }
        guard let text = member.value.string, let id = GUID(text) else {
            throw PeriluneError(
                "crm.json", "\(member.name) must be an id, not \(member.value.summary)")
        }
        let table = record[lookup.table]?.string ?? attribute.targets.first ?? ""
        return .reference(EntityReference(table, id, name: record[lookup.name]?.string))
    }

    private func annotate(
        _ entity: inout Entity, _ property: String, _ annotation: String, _ value: JSONTree,
        _ table: EntityDefinition, _ reading: Reading
    ) throws(PeriluneError) {
        switch annotation {
        case "odata.bind": try bind(&entity, property, value, table, reading)
        case "odata.etag":
            entity.rowVersion = value.string.flatMap(WebAPIEntityTag.version)
        default: break
        }
    }

    private func bind(
        _ entity: inout Entity, _ property: String, _ value: JSONTree, _ table: EntityDefinition,
        _ reading: Reading
    ) throws(PeriluneError) {
        let navigation = names.navigation(property, of: table)
        var column = table.attribute(property)?.logicalName
        if case .single(let relationship) = navigation {
            column = relationship.referencingAttribute
        }
        guard let column, table.attribute(column)?.type.isReference == true else {
            throw undeclared(property, of: table)
        }
        switch value {
        case .null: entity[column] = .null
        case .string(let path):
            let target = try reference(reading.resolved(path)) { PercentEncoding.decode($0) }
            let allowed = table.attribute(column)?.targets ?? []
            guard allowed.isEmpty || allowed.contains(target.logicalName) else {
                throw PeriluneError(
                    "crm.json", "\(property) cannot point at a record of \(target.logicalName)")
            }
            entity[column] = .reference(target)
        default:
            throw PeriluneError(
                "crm.json", "\(property)@odata.bind must be a path such as /contacts(...)")
        }
    }

    /// Records within the record, and the columns of linked tables.
    private func related(
        _ entity: inout Entity, _ member: JSONTree.Member, _ record: JSONTree,
        _ table: EntityDefinition, _ reading: Reading
    ) throws(PeriluneError) {
        if member.name == PartyList.property(of: table), let elements = member.value.elements {
            return try parties(&entity, elements, reading)
        }
        if let navigation = names.navigation(member.name, of: table),
            let target = schema.entity(navigation.target)
        {
            let records = member.value.elements ?? (member.value == .null ? [] : [member.value])
            var collection = EntityCollection(entityName: target.logicalName)
            let deeper = reading.deeper
            for record in records {
                collection.entities.append(try self.entity(record, target, deeper))
            }
            entity.relatedEntities.append(.init(navigation.relationship, collection))
        } else if let aliases = reading.aliases {
            guard let column = aliases.column(member.name, in: schema) else {
                if let value = member.value.guessed { entity[member.name] = value }
                return
            }
            guard let value = try aliased(member, column.attribute, record) else { return }
            entity[member.name] = .aliased(
                AliasedValue(
                    entity: column.entity, attribute: column.attribute.logicalName, value))
        } else {
            throw undeclared(member.name, of: table)
        }
    }

    /// An average of whole numbers need not be whole: a value that does not fit its column is read by its JSON type.
    private func aliased(
        _ member: JSONTree.Member, _ attribute: AttributeDefinition, _ record: JSONTree
    ) throws(PeriluneError) -> CRMValue? {
        if member.value == .null { return nil }
        if attribute.type.isReference {
            return try value(member, attribute, Lookup(member.name), record)
        }
        return Self.value(member.value, as: attribute.type) ?? member.value.guessed
    }

    private func parties(
        _ entity: inout Entity, _ elements: [JSONTree], _ reading: Reading
    ) throws(PeriluneError) {
        let table = try schema.requireTable("activityparty")
        var lists: [String: EntityCollection] = [:]
        let deeper = reading.deeper
        for element in elements {
            let party = try self.entity(element, table, deeper)
            guard case .option(let mask)? = party["participationtypemask"],
                let column = PartyList.column(mask.value)
            else {
                throw PeriluneError("crm.json", "a party requires a participationtypemask")
            }
            lists[column, default: EntityCollection(entityName: "activityparty")]
                .entities.append(party)
        }
        for (column, list) in lists { entity[column] = .entities(list) }
    }

    func undeclared(_ property: String, of table: EntityDefinition) -> PeriluneError {
        PeriluneError(
            "crm.json",
            "Invalid property '\(property)' was found in entity "
                + "'\(Self.namespace).\(table.logicalName)'.")
    }
}

extension WebAPICodec.Reading {
    /// `$1` and `$1/x` lead to what an earlier part of the batch made.
    func resolved(_ path: String) -> String {
        guard path.hasPrefix("$") else { return path }
        let name = path.prefix { $0 != "/" }
        return contents[String(name)].map { $0 + path.dropFirst(name.count) } ?? path
    }
}

extension JSONTree {
    /// The value of an unknown column, with the type that its form suggests.
    var guessed: CRMValue? {
        switch self {
        case .null, .array, .object: nil
        case .bool(let value): .bool(value)
        case .string(let text): .string(text)
        case .number(let digits):
            Int32(digits).map { .int($0) } ?? Int64(digits).map { .long($0) }
                ?? CRMDecimal(digits).map { .decimal($0) } ?? Double(digits).map { .double($0) }
        }
    }
}

/// `W/"1234"`: the version of a record as a header.
package enum WebAPIEntityTag {
    /// The version as an entity tag for a header.
    package static func header(_ version: String) -> String { "W/\"\(version)\"" }

    /// The version in an entity tag; `nil` if it is not a tag.
    package static func version(_ header: String) -> String? {
        let text = header.hasPrefix("W/") ? header.dropFirst(2) : header[...]
        guard text.utf8.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
