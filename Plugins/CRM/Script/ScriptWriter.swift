package import PeriluneCore
import PeriluneHTTP

/// Values of CRM as scripts see them: plain, and exact where Lua's numbers are.
package struct ScriptWriter: Sendable {
    /// Whether records contain formatted values.
    var formatted = false

    package init(formatted: Bool = false) { self.formatted = formatted }

    /// A record: `id`, `logicalname`, and the attributes that have values.
    package func record(_ entity: Entity) -> Value {
        var members: [(String, Value)] = [("logicalname", .string(entity.logicalName))]
        if let id = entity.id { members.append(("id", .string("\(id)"))) }
        for pair in entity.attributes where pair.value != .null {
            members.append((pair.key, value(pair.value)))
        }
        // No attribute's name has such a sign.
        if let version = entity.rowVersion { members.append(("@version", .string(version))) }
        if formatted, !entity.formattedValues.isEmpty {
            let texts = entity.formattedValues.sorted { $0.key < $1.key }
            members.append(
                ("@formatted", .object(.init(texts.map { ($0.key, .string($0.value)) }))))
        }
        return .object(.init(members))
    }

    /// One value.
    func value(_ value: CRMValue) -> Value {
        switch value {
        case .null: .null
        case .string(let text): .string(text)
        case .int(let number): .integer(Int64(number))
        case .long(let number): .integer(number)
        case .double(let number): .number(number)
        case .decimal(let number): Self.number(number)
        case .bool(let flag): .bool(flag)
        case .date(let time): .string(time.description)
        case .guid(let id): .string("\(id)")
        case .bytes(let bytes): .string(Base64.encode(bytes))
        case .option(let option): .integer(Int64(option.value))
        case .options(let options): .array(options.map { .integer(Int64($0.value)) })
        case .money(let money): Self.number(money.value)
        case .reference(let reference): Self.reference(reference)
        case .entity(let entity): record(entity)
        case .entities(let collection): .array(collection.entities.map(record))
        case .aliased(let aliased): self.value(aliased.value)
        case .managed(let property): .bool(property.value)
        case .references(let references), .referenceArray(let references):
            .array(references.map(Self.reference))
        case .entityArray(let entities): .array(entities.map(record))
        case .guids(let ids): .array(ids.map { .string("\($0)") })
        case .strings(let texts): .array(texts.map { .string($0) })
        case .bools(let flags): .array(flags.map { .bool($0) })
        case .validation(let result): Self.validation(result)
        case .privileges(let privileges): .array(privileges.map(Self.privilege))
        case .columns(let columns): .array(columns.columns.map { .string($0) })
        case .relationship(let relationship): .string(relationship.schemaName)
        case .query, .relatedQueries, .requests, .responses, .multipleSettings,
            .multipleResponses:
            // No message of scripts returns these values.
            .null
        }
    }

    /// A number where a double holds all of its digits, else its text.
    private static func number(_ decimal: CRMDecimal) -> Value {
        if decimal.scale == 0, let whole = Int64(exactly: decimal.mantissa) {
            return .integer(whole)
        }
        return decimal.isExactAsDouble
            ? .number(decimal.double) : .string(decimal.description)
    }

    private static func reference(_ reference: EntityReference) -> Value {
        var members: [(String, Value)] = [
            ("logicalname", .string(reference.logicalName)), ("id", .string("\(reference.id)")),
        ]
        if let name = reference.name { members.append(("name", .string(name))) }
        return .object(.init(members))
    }

    private static func validation(_ result: ValidationResult) -> Value {
        let errors: [Value] = (result.traceInfo?.errorInfoList ?? []).map { error in
            [
                "code": .string(error.errorCode),
                "resources": .array(
                    error.resourceList.map { resource in
                        [
                            "logicalname": .string(resource.entityName),
                            "id": .string("\(resource.id)"),
                            "name": .string(resource.displayName),
                        ]
                    }),
            ]
        }
        return [
            "success": .bool(result.validationSuccess),
            "activityid": .string("\(result.activityId)"), "errors": .array(errors),
        ]
    }

    private static func privilege(_ privilege: RolePrivilege) -> Value {
        [
            "privilegeid": .string("\(privilege.privilegeId)"),
            "depth": .string(privilege.depth.rawValue),
        ]
    }
}
