package import PeriluneCore
import PeriluneHTTP

/// Values of scripts as CRM's types: the column says which.
package struct ScriptReader: Sendable {
    let definition: EntityDefinition

    package init(_ definition: EntityDefinition) { self.definition = definition }

    /// A record from a table of attributes; what only describes a record that was read is passed over.
    package func entity(_ value: Value) throws(PeriluneError) -> Entity {
        var entity = Entity(definition.logicalName)
        for member in value.object?.pairs ?? [] {
            switch member.name {
            case "id":
                entity.id = member.value.string.flatMap { GUID($0) }
                if entity.id == nil { throw error("id", "a GUID", member.value) }
            case "logicalname":
                guard member.value.string == definition.logicalName else {
                    throw error("logicalname", "'\(definition.logicalName)'", member.value)
                }
            case _ where member.name.hasPrefix("@"): continue
            default: entity[member.name] = try attribute(member.name, member.value)
            }
        }
        return entity
    }

    /// The value of one column.
    func attribute(_ name: String, _ value: Value) throws(PeriluneError) -> CRMValue {
        guard let column = definition.attribute(name) else {
            throw PeriluneError(
                "crm.attribute", "\(definition.logicalName) has no attribute '\(name)'",
                hint: "names are logical names, in lower case")
        }
        if value == .null { return .null }
        switch column.type {
        case .string, .memo, .entityName:
            guard case .string(let text) = value else { throw error(name, "a string", value) }
            return .string(text)
        case .integer:
            guard let number = Self.integerValue(value), let small = Int32(exactly: number) else {
                throw error(name, "a 32-bit integer", value)
            }
            return .int(small)
        case .bigInt:
            guard let number = Self.integerValue(value) else {
                throw error(name, "an integer", value)
            }
            return .long(number)
        case .double:
            guard let number = Self.decimal(value) else { throw error(name, "a number", value) }
            return .double(number.double)
        case .decimal:
            guard let number = Self.decimal(value) else { throw error(name, "a number", value) }
            return .decimal(number)
        case .money:
            guard let number = Self.decimal(value) else { throw error(name, "an amount", value) }
            return .money(Money(number))
        case .boolean, .managedProperty:
            guard case .bool(let flag) = value else { throw error(name, "true or false", value) }
            return .bool(flag)
        case .dateTime:
            guard let time = Self.time(value) else {
                throw error(name, "a time such as 2026-11-21T10:30:00Z", value)
            }
            return .date(time)
        case .uniqueidentifier:
            guard let id = value.string.flatMap({ GUID($0) }) else {
                throw error(name, "a GUID", value)
            }
            return .guid(id)
        case .lookup, .customer, .owner: return .reference(try reference(column, value))
        case .picklist, .state, .status: return .option(try option(column, value))
        case .multiSelectPicklist:
            var options: [OptionSetValue] = []
            for element in value.array ?? [value] { options.append(try option(column, element)) }
            return .options(options)
        case .partyList: return .entities(try parties(column, value))
        case .image:
            guard let bytes = value.string.flatMap({ Base64.decode($0) }) else {
                throw error(name, "Base64", value)
            }
            return .bytes(bytes)
        case .virtual: throw error(name, "no value, since it cannot be set", value)
        }
    }

    private func option(
        _ column: AttributeDefinition, _ value: Value
    ) throws(PeriluneError) -> OptionSetValue {
        if let number = Self.integerValue(value).flatMap({ Int32(exactly: $0) }) {
            return OptionSetValue(number)
        }
        if let label = value.string,
            let option = column.options.first(where: { $0.label == label })
        {
            return OptionSetValue(option.value)
        }
        // Some organizations do not list the choices.
        if column.options.isEmpty {
            throw error(column.logicalName, "the number of a choice", value)
        }
        let known = column.options.map { "\($0.value) \($0.label)" }.joined(separator: ", ")
        throw error(column.logicalName, "a choice", value, hint: "the choices are \(known)")
    }

    private func reference(
        _ column: AttributeDefinition, _ value: Value
    ) throws(PeriluneError) -> EntityReference {
        let target = column.targets.count == 1 ? column.targets.first : nil
        if let id = (value.string ?? value["id"]?.string).flatMap({ GUID($0) }),
            let name = value["logicalname"]?.string ?? target
        {
            return EntityReference(name, id)
        }
        if let text = value.string ?? value["id"]?.string, GUID(text) == nil {
            throw error(
                column.logicalName, "the id of a record", value, hint: "'\(text)' is not a GUID")
        }
        throw error(
            column.logicalName,
            target.map { "the id of a record of \($0)" } ?? "a record: id and logicalname", value,
            hint: "allowed are records of \(column.targets.joined(separator: ", "))")
    }

    /// Senders and receivers: records, addresses, or parties with both.
    private func parties(
        _ column: AttributeDefinition, _ value: Value
    ) throws(PeriluneError) -> EntityCollection {
        var parties: [Entity] = []
        for element in value.array ?? [value] {
            var party = Entity("activityparty")
            if let address = element.string {
                party["addressused"] = .string(address)
            } else if let name = element["logicalname"]?.string,
                let id = element["id"]?.string.flatMap({ GUID($0) })
            {
                party["partyid"] = .reference(EntityReference(name, id))
            } else {
                throw error(column.logicalName, "a record or an address", element)
            }
            parties.append(party)
        }
        return EntityCollection(parties, entityName: "activityparty")
    }

    private func error(
        _ name: String, _ wanted: String, _ value: Value, hint: String? = nil
    ) -> PeriluneError {
        PeriluneError(
            "crm.value", "\(definition.logicalName).\(name) takes \(wanted), got \(value.json)",
            hint: hint)
    }

    static func integerValue(_ value: Value) -> Int64? {
        switch value {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    static func decimal(_ value: Value) -> CRMDecimal? {
        switch value {
        case .integer(let number): CRMDecimal(number)
        case .number(let number): CRMDecimal(number)
        case .string(let text): CRMDecimal(text)
        default: nil
        }
    }

    /// RFC 3339, a day, or seconds since 1970 as `os.time` tells them.
    static func time(_ value: Value) -> Timestamp? {
        if let seconds = integerValue(value) { return Timestamp(microseconds: seconds * 1_000_000) }
        return value.string.flatMap { Timestamp($0) ?? Timestamp("\($0)T00:00:00Z") }
    }
}
