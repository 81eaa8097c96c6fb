import PeriluneCore

// The same as `record` and `value`, written as JSON without the values in between.

extension ScriptWriter {
    /// Writes a record: `id`, `logicalname`, and the attributes that have values.
    func write(_ entity: Entity, to writer: inout JSONWriter) {
        // Such attributes would take the place of the members before them.
        let pairs = entity.attributes.pairs
        if pairs.indices.contains(where: { Self.isOwn(pairs[$0].key) }) {
            return writer.write(record(entity))
        }
        writer.beginObject()
        writer.name(plain: "logicalname")
        writer.write(entity.logicalName)
        if let id = entity.id {
            writer.name(plain: "id")
            writer.write(id)
        }
        for pair in entity.attributes where !pair.value.isNull {
            writer.name(pair.key)
            write(pair.value, to: &writer)
        }
        if let version = entity.rowVersion { writer.write("@version", version) }
        if formatted, !entity.formattedValues.isEmpty {
            writer.name(plain: "@formatted")
            writer.beginObject()
            for (name, text) in entity.formattedValues.sorted(by: { $0.key < $1.key }) {
                writer.write(name, text)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    /// Whether it is the name of a member that is not an attribute.
    private static func isOwn(_ name: String) -> Bool {
        let count = name.utf8.count
        return count == 2 && name == "id" || count == 11 && name == "logicalname"
    }

    private func write(_ value: CRMValue, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.write(text)
        case .int(let number): writer.write(integer: Int64(number))
        case .long(let number): writer.write(integer: number)
        case .bool(let flag): writer.raw(plain: flag ? "true" : "false")
        case .date(let time): writer.write(time)
        case .guid(let id): writer.write(id)
        case .option(let option): writer.write(integer: Int64(option.value))
        case .reference(let reference): write(reference, to: &writer)
        case .entity(let entity): write(entity, to: &writer)
        case .entities(let collection): write(collection.entities, to: &writer)
        case .entityArray(let entities): write(entities, to: &writer)
        case .aliased(let aliased): write(aliased.value, to: &writer)
        default: writer.write(self.value(value))
        }
    }

    private func write(_ entities: [Entity], to writer: inout JSONWriter) {
        writer.beginArray()
        for entity in entities { write(entity, to: &writer) }
        writer.endArray()
    }

    private func write(_ reference: EntityReference, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "logicalname")
        writer.write(reference.logicalName)
        writer.name(plain: "id")
        writer.write(reference.id)
        if let name = reference.name {
            writer.name(plain: "name")
            writer.write(name)
        }
        writer.endObject()
    }

    /// Writes a page of records, with the token of the next page.
    func write(
        _ entities: [Entity], next: (number: Int, cookie: String?)?, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.name(plain: "records")
        write(entities, to: &writer)
        if let next {
            writer.name(plain: "more")
            writer.beginObject()
            writer.name(plain: "number")
            writer.write(integer: Int64(next.number))
            writer.name(plain: "cookie")
            writer.write(next.cookie.map { .string($0) } ?? .null)
            writer.endObject()
        }
        writer.endObject()
    }

    /// The same as a value.
    func page(_ entities: [Entity], next: (number: Int, cookie: String?)?) -> Value {
        var members: Value.Members = .init([("records", .array(entities.map(record)))])
        if let next {
            members["more"] = [
                "number": .integer(Int64(next.number)),
                "cookie": next.cookie.map { .string($0) } ?? .null,
            ]
        }
        return .object(members)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ id: GUID) {
        let text = id.characters
        write(text.span)
    }
}
