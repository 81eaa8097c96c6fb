import PeriluneCore

/// A message of a script: a name, and parameters whose kinds the message declares.
struct ScriptRequest {
    private let name: String
    private let parameters: Value
    private let organization: ScriptOrganization

    init(_ name: String, _ parameters: Value, _ organization: ScriptOrganization) {
        self.name = name
        self.parameters = parameters
        self.organization = organization
    }

    func request() async throws(PeriluneError) -> OrganizationRequest {
        let message = MessageDescription.named(name)
        var request = OrganizationRequest(name, namespace: message?.namespace ?? .crm)
        for member in parameters.object?.pairs ?? [] {
            let field = message?.parameters.first { $0.key == member.name }
            if let message, field == nil {
                let known = message.parameters.map(\.key).joined(separator: ", ")
                throw PeriluneError(
                    "crm.parameter", "\(name) has no parameter '\(member.name)'",
                    hint: known.isEmpty ? "it has no parameters" : "the parameters are \(known)")
            }
            let value = try await value(member.value, field?.kind)
            guard let value else {
                throw PeriluneError(
                    "crm.value",
                    "\(name): \(member.name) takes \(Self.wanted(field?.kind)), got \(member.value.json)",
                    hint: Self.badID(member.value).map { "'\($0)' is not a GUID" })
            }
            request.parameters[member.name] = value
        }
        return request
    }

    /// How a parameter of a kind is written in a script.
    private static func wanted(_ kind: CRMValueKind?) -> String {
        switch kind {
        case nil: "another value"
        case .columnSet: "a list of column names, or true for all columns"
        case .entityReference: "a record: id and logicalname"
        case .entityReferenceCollection, .entityReferenceArray:
            "a list of records, each with id and logicalname"
        case .guid: "a GUID"
        case let kind?: kind.rawValue
        }
    }

    /// The first id in a value that is not a GUID.
    private static func badID(_ value: Value) -> String? {
        for element in value.array ?? [value] {
            if let id = element["id"]?.string, GUID(id) == nil { return id }
        }
        return nil
    }

    /// A parameter; `nil` if the value is not of the kind.
    private func value(
        _ value: Value, _ kind: CRMValueKind?
    ) async throws(PeriluneError) -> CRMValue? {
        if value == .null { return .null }
        switch kind {
        case nil: return try await undeclared(value)
        case .string: return value.string.map { .string($0) }
        case .int:
            return ScriptReader.integerValue(value).flatMap { Int32(exactly: $0) }.map { .int($0) }
        case .long: return ScriptReader.integerValue(value).map { .long($0) }
        case .double: return ScriptReader.decimal(value).map { .double($0.double) }
        case .decimal: return ScriptReader.decimal(value).map { .decimal($0) }
        case .money: return ScriptReader.decimal(value).map { .money(Money($0)) }
        case .boolean: return value.bool.map { .bool($0) }
        case .dateTime: return ScriptReader.time(value).map { .date($0) }
        case .guid: return Self.id(value).map { .guid($0) }
        case .optionSetValue:
            return ScriptReader.integerValue(value).flatMap { Int32(exactly: $0) }
                .map { .option(OptionSetValue($0)) }
        case .entityReference: return Self.reference(value).map { .reference($0) }
        case .entity: return try await entity(value).map { .entity($0) }
        case .entityCollection:
            return try await entities(value).map { .entities(EntityCollection($0)) }
        case .entityArray: return try await entities(value).map { .entityArray($0) }
        case .entityReferenceCollection: return Self.references(value).map { .references($0) }
        case .entityReferenceArray: return Self.references(value).map { .referenceArray($0) }
        case .guidArray: return Self.all(value) { Self.id($0) }.map { .guids($0) }
        case .stringArray: return Self.all(value) { $0.string }.map { .strings($0) }
        case .booleanArray: return Self.all(value) { $0.bool }.map { .bools($0) }
        case .columnSet:
            if value == .bool(true) { return .columns(.all) }
            return Self.all(value) { $0.string }.map { .columns(ColumnSet($0)) }
        case .query:
            let query = try await ScriptQuery(value, .null, organization).page(.null)
            return .query(.expression(query))
        case .relationship: return value.string.map { .relationship(Relationship($0)) }
        case .rolePrivilegeArray:
            return Self.all(value) { Self.privilege($0) }.map { .privileges($0) }
        default: return nil
        }
    }

    /// A parameter of a message that is not declared here: by its form.
    private func undeclared(_ value: Value) async throws(PeriluneError) -> CRMValue? {
        switch value {
        case .string(let text): return .string(text)
        case .bool(let flag): return .bool(flag)
        case .integer(let number): return Int32(exactly: number).map { .int($0) } ?? .long(number)
        case .number(let number): return .double(number)
        case .object(let members):
            if members["logicalname"] == nil { return nil }
            if members.pairs.count == 2, let reference = Self.reference(value) {
                return .reference(reference)
            }
            return try await entity(value).map { .entity($0) }
        default: return nil
        }
    }

    private func entity(_ value: Value) async throws(PeriluneError) -> Entity? {
        guard let name = value["logicalname"]?.string else { return nil }
        let definition = try await organization.definition(name)
        return try ScriptReader(definition).entity(value)
    }

    private func entities(_ value: Value) async throws(PeriluneError) -> [Entity]? {
        var entities: [Entity] = []
        for element in value.array ?? [value] {
            guard let entity = try await entity(element) else { return nil }
            entities.append(entity)
        }
        return entities
    }

    private static func id(_ value: Value) -> GUID? {
        (value.string ?? value["id"]?.string).flatMap { GUID($0) }
    }

    private static func reference(_ value: Value) -> EntityReference? {
        guard let name = value["logicalname"]?.string, let id = id(value) else { return nil }
        return EntityReference(name, id)
    }

    private static func references(_ value: Value) -> [EntityReference]? {
        all(value) { reference($0) }
    }

    private static func privilege(_ value: Value) -> RolePrivilege? {
        guard let id = value["privilegeid"]?.string.flatMap({ GUID($0) }),
            let depth = value["depth"]?.string.flatMap({ RolePrivilege.Depth(rawValue: $0) })
        else { return nil }
        return RolePrivilege(id, depth)
    }

    /// Reads all elements; `nil` if one is not valid.
    ///
    /// A single value counts as a list of one.
    private static func all<T>(_ value: Value, _ read: (Value) -> T?) -> [T]? {
        let elements = value.array ?? [value]
        let read = elements.compactMap(read)
        return read.count == elements.count ? read : nil
    }
}
