import PeriluneCore
import PeriluneHTTP

/// The functions of the module `crm`: each reads its arguments, carries out an effect, and returns its answer.
struct ScriptCalls: Sendable {
    private let organizations: [ScriptOrganization]
    private let pictures: ScriptPictures

    init(_ organizations: [ScriptOrganization], _ pictures: PictureStore) {
        self.organizations = organizations
        self.pictures = ScriptPictures(pictures)
    }

    /// The result of calls without an answer in a dry run.
    private static let nothing: @Sendable () -> Value? = { nil }

    func create(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let organization = try organization(arguments.value(2), .create, call)
        let name = try arguments.text(0)
        let definition = try await organization.definition(name)
        // The same effect makes the same record, however often it is carried out.
        let id = try Self.identity(call)
        var target = try ScriptReader(definition)
            .entity(try pictures.files(in: arguments.value(1), call))
        if target.id == nil { target.id = id }
        let entity = target
        let record = entity.id ?? id
        let answer = Value.string("\(record)")
        let details: Value.Members = .init([
            ("entity", .string(name)), ("record", answer),
            ("attributes", Self.recordedAttributes(arguments.value(1))),
        ])
        let expected: @Sendable () -> Value? = { answer }
        return try await call.perform(
            "crm.create", details, request: .object(details),
            once: OnceEffect(ifDone: answer, canFindOut: true), dryRun: expected
        ) {
            organization.changes.recordChange(record, [], depth: call.depth)
            return try await organization.ask { (client) throws(CRMError) in
                do throws(CRMError) {
                    return .string("\(try await client.create(entity))")
                } catch {
                    // The record was created by an earlier attempt whose answer was lost.
                    if error.isDuplicate, entity.id == id { return answer }
                    throw error
                }
            }
        }
    }

    func retrieve(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let options = arguments.value(3)
        let organization = try organization(options, .retrieve, call)
        let name = try arguments.text(0)
        let id = try Self.record(arguments.value(1))
        let columns = try Self.columns(arguments.value(2))
        let details: Value.Members = .init([
            ("entity", .string(name)), ("record", .string("\(id)")),
        ])
        let writer = ScriptWriter(formatted: options["formatted"]?.bool ?? false)
        return try await call.perform(
            "crm.retrieve", details,
            request: .object(details.with("columns", arguments.value(2)))
        ) {
            try await organization.ask { (client) throws(CRMError) in
                writer.record(try await client.retrieve(name, id, columns))
            }
        }
    }

    func update(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let options = arguments.value(3)
        let organization = try organization(options, .update, call)
        let name = try arguments.text(0)
        let definition = try await organization.definition(name)
        var target = try ScriptReader(definition)
            .entity(try pictures.files(in: arguments.value(2), call))
        target.id = try Self.record(arguments.value(1))
        target.rowVersion = options["version"]?.string
        var request = OrganizationRequest("Update", namespace: .xrm, ["Target": .entity(target)])
        if target.rowVersion != nil { request.parameters["ConcurrencyBehavior"] = .option(1) }
        let sent = request
        let record = target.id ?? .zero
        let attributes = target.attributes.map(\.key)
        let details: Value.Members = .init([
            ("entity", .string(name)), ("record", .string("\(record)")),
            ("attributes", Self.recordedAttributes(arguments.value(2))),
        ])
        // With a version, a second update is refused; without one, it sets the same values.
        let once = target.rowVersion.map { _ in OnceEffect(ifDone: nil, canFindOut: true) }
        return try await call.perform(
            "crm.update", details, request: .object(details), once: once, dryRun: Self.nothing
        ) {
            organization.changes.recordChange(record, attributes, depth: call.depth)
            return try await organization.ask { (client) throws(CRMError) in
                _ = try await client.execute(sent)
                return nil
            }
        }
    }

    func delete(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let organization = try organization(arguments.value(2), .delete, call)
        let name = try arguments.text(0)
        let id = try Self.record(arguments.value(1))
        let details: Value.Members = .init([
            ("entity", .string(name)), ("record", .string("\(id)")),
        ])
        return try await call.perform(
            "crm.delete", details, request: .object(details),
            once: OnceEffect(ifDone: nil, canFindOut: true), dryRun: Self.nothing
        ) {
            try await organization.ask { (client) throws(CRMError) in
                try await client.delete(name, id)
                return nil
            }
        }
    }

    func page(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let options = arguments.value(1)["options"] ?? .null
        let isTable = arguments.value(0).string.map {
            !$0.drop(while: \.isWhitespace).hasPrefix("<")
        }
        let organization = try organization(options, isTable == true ? .table : .query, call)
        let query = try await ScriptQuery(arguments.value(0), options, organization)
            .page(arguments.value(1)["page"] ?? .null)
        let details: Value.Members = .init([
            ("entity", .string(query.entity)), ("page", .integer(Int64(query.page.number))),
        ])
        let writer = ScriptWriter(formatted: options["formatted"]?.bool ?? false)
        return try await call.perform(
            "crm.retrieveMultiple", details,
            request: .object(details.with("query", .string(query.fetchXML)))
        ) { () async throws -> HostAnswer in
            let page = try await organization.ask { (client) throws(CRMError) in
                try await client.retrieveMultiple(.expression(query))
            }
            let next = try Self.next(after: page, of: query)
            return HostAnswer {
                writer.page(page.entities, next: next)
            } write: {
                writer.write(page.entities, next: next, to: &$0)
            }
        }
    }

    /// The number and the cookie of the next page; `nil` if there is none.
    private static func next(
        after answer: EntityCollection, of query: Query
    ) throws(PeriluneError) -> (number: Int, cookie: String?)? {
        guard answer.moreRecords, query.top == nil else { return nil }
        // A repeated cookie would return the same page for ever.
        guard answer.pagingCookie != query.page.cookie || query.page.cookie == nil,
            answer.pagingCookie != nil || !answer.entities.isEmpty
        else {
            throw PeriluneError(
                "crm.answer", "the next page repeats this one",
                hint: "the organization reports more records, but does not return them")
        }
        return (query.page.number + 1, answer.pagingCookie)
    }

    func execute(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let organization = try organization(arguments.value(2), .execute, call)
        let name = try arguments.text(0)
        let request = try await ScriptRequest(
            name, try pictures.files(in: arguments.value(1), call), organization
        ).request().withActivityID(try Self.identity(call))
        let details: Value.Members = .init([
            ("message", .string(name)), ("parameters", Self.recordedAttributes(arguments.value(1))),
        ])
        return try await call.perform(
            "crm.\(name)", details, request: .object(details), once: OnceEffect(request)
        ) {
            for target in request.parameters.compactMap(\.value.record) {
                organization.changes.recordChange(target, [], depth: call.depth)
            }
            return try await organization.ask { (client) throws(CRMError) in
                ScriptWriter().results(try await client.execute(request))
            }
        }
    }

    /// The attributes as recorded in the effect; a record that stands for a reference is recorded as a reference.
    private static func recordedAttributes(_ attributes: Value) -> Value {
        guard case .object(let members) = attributes else { return attributes }
        return .object(.init(members.pairs.map { ($0.name, reference($0.value)) }))
    }

    private static func reference(_ value: Value) -> Value {
        if let elements = value.array { return .array(elements.map(reference)) }
        guard let name = value["logicalname"], let id = value["id"] else { return value }
        // A new record within a message has no id; the version of a record that was read is not sent.
        return .object(.init([("logicalname", name), ("id", id)]))
    }

    private func organization(
        _ options: Value, _ names: AllowedOptions, _ call: AsyncHostCall
    ) throws(PeriluneError) -> ScriptOrganization {
        let organization = try organization(options, names)
        try call.grants.check(
            CRM.grant, scope: organization.name, use: "crm.\(names.call)", script: call.script)
        return organization
    }

    private func organization(
        _ options: Value, _ names: AllowedOptions
    ) throws(PeriluneError) -> ScriptOrganization {
        try names.check(options)
        if let found = try organizations.named(options["organization"]?.string) { return found }
        throw PeriluneError(
            "crm.organization", "no CRM organization is configured",
            hint:
                "name a file of organizations with --crm FILE, or set CRM_URL; for testing, start one with 'perilune crm sandbox'"
        )
    }

    /// An identity for the record that an effect creates: version 8 of RFC 9562, made of the effect's.
    static func identity(_ call: AsyncHostCall) throws(PeriluneError) -> GUID {
        try identity("\(call.source)\n\(call.identity)")
    }

    static func identity(_ effect: String) throws(PeriluneError) -> GUID {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (place, byte) in try SHA256.digest(Array(effect.utf8)).prefix(16).enumerated() {
            if place < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
        }
        return GUID(high: high, low: low).marked(version: 8)
    }

    private static func record(_ value: Value) throws(PeriluneError) -> GUID {
        if let id = (value.string ?? value["id"]?.string).flatMap({ GUID($0) }) { return id }
        throw PeriluneError(
            "crm.value", "a record must be an id or a table with id, got \(value.json)")
    }

    private static func columns(_ value: Value) throws(PeriluneError) -> ColumnSet {
        switch value {
        case .null, .bool(true): return .all
        case .string(let name): return ColumnSet([name])
        default:
            let names = (value.array ?? []).compactMap(\.string)
            guard names.count == value.array?.count, !names.isEmpty else {
                throw PeriluneError(
                    "crm.value", "columns must be a list of logical names, got \(value.json)")
            }
            return ColumnSet(names)
        }
    }
}

extension ScriptOrganization {
    func tables() async throws(PeriluneError) -> Schema {
        do throws(CRMError) {
            return try await schema.schema()
        } catch {
            throw error.error
        }
    }

    func definition(_ entity: String) async throws(PeriluneError) -> EntityDefinition {
        do throws(CRMError) {
            return try await schema.schema().definition(of: entity)
        } catch {
            throw error.error
        }
    }

    /// Asks the organization; what it refuses becomes an error that the script can catch.
    func ask<Result: Sendable>(
        _ body: (any CRMClient) async throws(CRMError) -> Result
    ) async throws(PeriluneError) -> Result {
        do throws(CRMError) {
            return try await body(client)
        } catch {
            throw error.error
        }
    }
}

extension CRMValue {
    /// The record that a message is about, where this names one.
    fileprivate var record: GUID? {
        switch self {
        case .reference(let reference): reference.id
        case .entity(let entity): entity.id
        default: nil
        }
    }
}

extension CRMError {
    /// Whether a record with this identity is there already.
    fileprivate var isDuplicate: Bool {
        if case .fault(let fault) = self { fault.code == .duplicateRecord } else { false }
    }
}

extension [Value] {
    /// An argument; `null` if it was omitted.
    func value(_ index: Int) -> Value { indices.contains(index) ? self[index] : .null }

    /// An argument that the declaration says is a string.
    func text(_ index: Int) throws(PeriluneError) -> String {
        guard let text = value(index).string else {
            throw PeriluneError("crm.value", "a name must be a string, got \(value(index).json)")
        }
        return text
    }
}

extension Value.Members {
    /// With one member more.
    func with(_ name: String, _ value: Value) -> Value.Members {
        var copy = self
        copy[name] = value
        return copy
    }
}
