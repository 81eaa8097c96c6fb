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
        /// The record that a lookup is to refer to, as the name of the lookup's property.
        case binding(String)
        case entityTag
        /// Another annotation.
        case ignored
        /// The formatted value of a column.
        case formatted(String)
        case lookup(Lookup)
        case value(MemberColumn)
        /// Records within the record, and the columns of linked tables.
        case related
    }

    /// A lookup and its annotations.
    final class Lookup {
        let attribute: AttributeDefinition
        let column: String
        /// The members with the table and with the name of the record.
        var table: Annotation
        var name: Annotation

        init(_ property: String, _ attribute: AttributeDefinition) {
            self.attribute = attribute
            column = attribute.logicalName
            table = Annotation("\(property)@\(WebAPICodec.lookupTable)")
            name = Annotation("\(property)@\(WebAPICodec.formatted)")
        }
    }

    /// A member about the member of a lookup.
    struct Annotation {
        private let member: String
        /// How many members before the lookup it was in the record before.
        private var distance = 1

        init(_ member: String) { self.member = member }

        /// Its text; `nil` if the record has no such member.
        mutating func text(in record: [JSONTree.Member], before lookup: Int) -> String? {
            let usual = lookup - distance
            if usual >= 0, record[usual].name.hasSameBytes(as: member) {
                return record[usual].value.string
            }
            for (place, other) in record.enumerated() where other.name.hasSameBytes(as: member) {
                if place < lookup { distance = lookup - place }
                return other.value.string
            }
            return nil
        }
    }

    private func meaning(of name: String, in table: EntityDefinition) -> Meaning {
        if let at = name.utf8.firstIndex(of: UInt8(ascii: "@")) {
            let property = String(name[..<at])
            switch name[name.utf8.index(after: at)...] {
            case "odata.bind": return .binding(property)
            case "odata.etag": return .entityTag
            case Self.formatted[...]:
                return .formatted(names.attribute(property, of: table)?.logicalName ?? property)
            default: return .ignored
            }
        }
        if name.hasPrefix("_"), name.hasSuffix("_value"),
            let attribute = names.attribute(name, of: table)
        {
            return .lookup(Lookup(name, attribute))
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
        // Whether there are columns whose names may be those of lookups: bound ones, and those of linked tables, which the
        // query names.
        var hasOtherNames = false
        let shape = reading.shape
        shape.begin(table)
        shape.reserve(&entity)
        // By index: each member would be copied otherwise.
        for place in members.indices {
            switch shape.meaning(of: members[place].name, else: { meaning(of: $0, in: table) }) {
            case .binding(let property):
                hasOtherNames = true
                try bind(&entity, property, members[place].value, table, reading)
            case .entityTag:
                entity.rowVersion = members[place].value.string.flatMap(WebAPIEntityTag.version)
            case .ignored: break
            case .formatted(let name):
                if let text = members[place].value.string { entity.formattedValues[name] = text }
            case .lookup(let lookup):
                let value = try value(members, place, lookup)
                if hasOtherNames {
                    entity[lookup.column] = value
                } else if let value {
                    entity.attributes.append(lookup.column, value)
                }
            case .value(let column):
                let value = try Self.value(members[place].value, of: column)
                // No other member has this name, and columns of other members are lookups.
                if reading.isRequest || !value.isNull {
                    entity.attributes.append(members[place].name, value)
                }
            case .related:
                hasOtherNames = true
                try related(&entity, members, place, table, reading)
            }
        }
        if case .guid(let id)? = entity[table.primaryIdAttribute] { entity.id = id }
        shape.end(entity)
        return entity
    }

    private func value(
        _ record: [JSONTree.Member], _ place: Int, _ lookup: Lookup
    ) throws(PeriluneError) -> CRMValue? {
        let member = record[place]
        if case .null = member.value { return nil }
        guard let text = member.value.string, let id = GUID(text) else {
            throw PeriluneError(
                "crm.json", "\(member.name) must be an id, not \(member.value.summary)")
        }
        let table =
            lookup.table.text(in: record, before: place) ?? lookup.attribute.targets.first ?? ""
        let name = lookup.name.text(in: record, before: place)
        return .reference(EntityReference(table, id, name: name))
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
        _ entity: inout Entity, _ record: [JSONTree.Member], _ place: Int,
        _ table: EntityDefinition, _ reading: Reading
    ) throws(PeriluneError) {
        let member = record[place]
        if member.name == PartyList.property(of: table), let elements = member.value.elements {
            return try parties(&entity, elements, reading)
        }
        if let navigation = names.navigation(member.name, of: table),
            let target = schema.entity(navigation.target)
        {
            let records = member.value.elements ?? (member.value == .null ? [] : [member.value])
            var collection = EntityCollection(entityName: target.logicalName)
            let deeper = reading.deeper
            for related in records {
                collection.entities.append(try self.entity(related, target, deeper))
            }
            entity.relatedEntities.append(.init(navigation.relationship, collection))
        } else if let aliases = reading.aliases {
            guard let column = aliases.column(member.name, in: schema) else {
                if let value = member.value.guessed { entity[member.name] = value }
                return
            }
            guard let value = try aliased(record, place, column.attribute) else { return }
            entity[member.name] = .aliased(
                AliasedValue(
                    entity: column.entity, attribute: column.attribute.logicalName, value))
        } else {
            throw undeclared(member.name, of: table)
        }
    }

    /// An average of whole numbers need not be whole: a value that does not fit its column is read by its JSON type.
    private func aliased(
        _ record: [JSONTree.Member], _ place: Int, _ attribute: AttributeDefinition
    ) throws(PeriluneError) -> CRMValue? {
        let member = record[place]
        if member.value == .null { return nil }
        if attribute.type.isReference {
            return try value(record, place, Lookup(member.name, attribute))
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
        let quote = UInt8(ascii: "\"")
        let text = header.utf8Span.span
        let isWeak = text.count > 2 && text[0] == UInt8(ascii: "W") && text[1] == UInt8(ascii: "/")
        let start = isWeak ? 2 : 0
        guard text.count - start > 2, text[start] == quote, text[text.count - 1] == quote else {
            return nil
        }
        return String(header.utf8.dropFirst(start + 1).dropLast())
    }
}
