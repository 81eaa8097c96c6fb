import PeriluneCore
import PeriluneXML

/// Reads the answers of Execute that hold records, without a tree of elements.
///
/// They have hundreds of kilobytes. What has another form is left to ``SOAPReply/decode(_:to:)``.
struct SOAPRecords {
    private var xml: XMLPull

    /// The answer; `nil` if it has another form, or is wrong.
    static func read(_ bytes: [UInt8], to call: SOAPCall) -> OrganizationResponse? {
        guard call.operation == .execute else { return nil }
        do throws(Unusual) {
            var reader = Self(try XMLPull(bytes))
            return try reader.reply(call.request.requestName)
        } catch {
            return nil
        }
    }

    private init(_ xml: XMLPull) { self.xml = xml }

    private mutating func reply(_ request: String) throws(Unusual) -> OrganizationResponse {
        let envelope = try element("Envelope")
        let space = try xml.namespace(of: envelope)
        guard space == SOAPNamespace.envelope.rawValue || space == SOAPNamespace.envelope12 else {
            throw Unusual()
        }
        let body = try element("Body")
        let answer = try element("ExecuteResponse")
        guard try xml.namespace(of: body) == space,
            try xml.namespace(of: answer) == SOAPNamespace.services.rawValue
        else { throw Unusual() }
        let result = try element("ExecuteResult")
        var response = OrganizationResponse(request)
        var isNamed = false
        var hasResults = false
        while let child = try xml.start() {
            if xml.is(child.name, "ResponseName"), !isNamed, !child.isNil {
                response.responseName = try xml.text(child)
                isNamed = true
            } else if xml.is(child.name, "Results"), !hasResults, !child.isNil {
                response.results = try attributes(child)
                hasResults = true
            } else {
                throw Unusual()
            }
        }
        for tag in [result, answer, body, envelope] { try xml.end(tag) }
        try xml.finish()
        return response
    }

    /// The next element, which has this name.
    private mutating func element(_ name: StaticString) throws(Unusual) -> XMLPull.Tag {
        guard let tag = try xml.start(), !tag.isEmpty, !tag.isNil, xml.is(tag.name, name) else {
            throw Unusual()
        }
        return tag
    }

    /// Pairs of `key` and `value`, and the end of the list.
    private mutating func attributes(_ list: XMLPull.Tag) throws(Unusual) -> AttributeCollection {
        var attributes = AttributeCollection()
        if !list.isEmpty {
            while let pair = try xml.start() {
                let key = try xml.text(try element(of: pair, "key"))
                guard let tag = try xml.start(), xml.is(tag.name, "value"),
                    // More are looked for in another way.
                    attributes.count < 64, !attributes.contains(key)
                else { throw Unusual() }
                attributes.append(key, try value(tag))
                try xml.end(pair)
            }
        }
        try xml.end(list)
        return attributes
    }

    private mutating func element(
        of pair: XMLPull.Tag, _ name: StaticString
    ) throws(Unusual) -> XMLPull.Tag {
        guard !pair.isEmpty, let tag = try xml.start(), xml.is(tag.name, name) else {
            throw Unusual()
        }
        return tag
    }

    private mutating func value(_ tag: XMLPull.Tag) throws(Unusual) -> CRMValue {
        if tag.isNil {
            try xml.skip(tag)
            return .null
        }
        let name = try xml.type(of: tag)
        if xml.is(name, "string") { return .string(try xml.text(tag)) }
        if xml.is(name, "guid") { return .guid(try xml.plain(tag) { GUID($0) }) }
        if xml.is(name, "OptionSetValue") {
            return .option(OptionSetValue(try int(tag, of: "Value")))
        }
        if xml.is(name, "EntityReference") { return .reference(try reference(tag)) }
        if xml.is(name, "dateTime") {
            let text = try xml.text(tag)
            guard let time = Timestamp(text) else { throw Unusual() }
            return .date(time)
        }
        if xml.is(name, "boolean") { return .bool(try bool(tag)) }
        if xml.is(name, "int") { return .int(try int(tag)) }
        if xml.is(name, "Money") {
            return .money(Money(try decimal(tag, of: "Value")))
        }
        if xml.is(name, "decimal") { return .decimal(try decimal(tag)) }
        if xml.is(name, "double") {
            let text = try xml.text(tag)
            guard let number = CRMValue.double(text[...]) else { throw Unusual() }
            return .double(number)
        }
        if xml.is(name, "long") {
            guard let number = Int64(try xml.text(tag)) else { throw Unusual() }
            return .long(number)
        }
        if xml.is(name, "AliasedValue") { return .aliased(try aliased(tag)) }
        if xml.is(name, "Entity") { return .entity(try entity(tag)) }
        if xml.is(name, "EntityCollection") { return .entities(try entities(tag)) }
        throw Unusual()
    }

    /// The number in the only element of another one.
    private mutating func int(
        _ tag: XMLPull.Tag, of name: StaticString
    ) throws(Unusual) -> Int32 {
        let number = try int(try element(of: tag, name))
        try xml.end(tag)
        return number
    }

    private mutating func decimal(
        _ tag: XMLPull.Tag, of name: StaticString
    ) throws(Unusual) -> CRMDecimal {
        let number = try decimal(try element(of: tag, name))
        try xml.end(tag)
        return number
    }

    private mutating func int(_ tag: XMLPull.Tag) throws(Unusual) -> Int32 {
        guard let number = Int32(try xml.text(tag)) else { throw Unusual() }
        return number
    }

    private mutating func decimal(_ tag: XMLPull.Tag) throws(Unusual) -> CRMDecimal {
        guard let number = CRMDecimal(try xml.text(tag)[...]) else { throw Unusual() }
        return number
    }

    private mutating func bool(_ tag: XMLPull.Tag) throws(Unusual) -> Bool {
        switch try xml.text(tag) {
        case "true": true
        case "false": false
        default: throw Unusual()
        }
    }

    private mutating func reference(_ tag: XMLPull.Tag) throws(Unusual) -> EntityReference {
        var reference = EntityReference("", .zero)
        guard !tag.isEmpty else { throw Unusual() }
        while let child = try xml.start() {
            if child.isNil {
                try xml.skip(child)
            } else if xml.is(child.name, "Id") {
                reference.id = try xml.plain(child) { GUID($0) }
            } else if xml.is(child.name, "LogicalName") {
                reference.logicalName = try xml.text(child)
            } else if xml.is(child.name, "Name") {
                reference.name = try xml.text(child)
            } else if xml.is(child.name, "RowVersion") {
                reference.rowVersion = try xml.text(child)
            } else if xml.is(child.name, "KeyAttributes") {
                reference.keyAttributes = try attributes(child)
            } else {
                throw Unusual()
            }
        }
        try xml.end(tag)
        return reference
    }

    private mutating func aliased(_ tag: XMLPull.Tag) throws(Unusual) -> AliasedValue {
        let (first, attribute) = try named(tag, "AttributeLogicalName")
        let (second, entity) = try named(tag, "EntityLogicalName")
        guard !first.isNil, !second.isNil else { throw Unusual() }
        let value = try value(try element(of: tag, "Value"))
        try xml.end(tag)
        return AliasedValue(entity: entity, attribute: attribute, value)
    }

    private mutating func named(
        _ tag: XMLPull.Tag, _ name: StaticString
    ) throws(Unusual) -> (XMLPull.Tag, String) {
        let child = try element(of: tag, name)
        return (child, try xml.text(child))
    }

    private mutating func entity(_ tag: XMLPull.Tag) throws(Unusual) -> Entity {
        var entity = Entity("")
        guard !tag.isEmpty else { throw Unusual() }
        while let child = try xml.start() {
            if child.isNil {
                try xml.skip(child)
            } else if xml.is(child.name, "Attributes") {
                entity.attributes = try attributes(child)
            } else if xml.is(child.name, "FormattedValues") {
                entity.formattedValues = try formattedValues(child)
            } else if xml.is(child.name, "Id") {
                let id = try xml.plain(child) { GUID($0) }
                entity.id = id == .zero ? nil : id
            } else if xml.is(child.name, "LogicalName") {
                entity.logicalName = try xml.text(child)
            } else if xml.is(child.name, "RowVersion") {
                entity.rowVersion = try xml.text(child)
            } else if xml.is(child.name, "KeyAttributes") {
                entity.keyAttributes = try attributes(child)
            } else if xml.is(child.name, "RelatedEntities"), child.isEmpty {
                try xml.end(child)
            } else if xml.is(child.name, "EntityState") {
                guard let state = Entity.State(rawValue: try xml.text(child)) else {
                    throw Unusual()
                }
                entity.entityState = state
            } else {
                throw Unusual()
            }
        }
        try xml.end(tag)
        return entity
    }

    private mutating func formattedValues(
        _ list: XMLPull.Tag
    ) throws(Unusual) -> [String: String] {
        var values: [String: String] = [:]
        if !list.isEmpty {
            values.reserveCapacity(8)
            while let pair = try xml.start() {
                let key = try xml.text(try element(of: pair, "key"))
                let value = try xml.text(try element(of: pair, "value"))
                values[key] = value
                try xml.end(pair)
            }
        }
        try xml.end(list)
        return values
    }

    private mutating func entities(_ tag: XMLPull.Tag) throws(Unusual) -> EntityCollection {
        var collection = EntityCollection()
        guard !tag.isEmpty else { throw Unusual() }
        while let child = try xml.start() {
            if child.isNil {
                try xml.skip(child)
            } else if xml.is(child.name, "Entities") {
                var entities: [Entity] = []
                if !child.isEmpty {
                    while let item = try xml.start() { entities.append(try entity(item)) }
                }
                try xml.end(child)
                collection.entities = entities
            } else if xml.is(child.name, "EntityName") {
                collection.entityName = try xml.text(child)
            } else if xml.is(child.name, "MinActiveRowVersion") {
                let version = try xml.text(child)
                collection.minActiveRowVersion = version == "-1" ? nil : version
            } else if xml.is(child.name, "MoreRecords") {
                collection.moreRecords = try bool(child)
            } else if xml.is(child.name, "PagingCookie") {
                collection.pagingCookie = try xml.text(child)
            } else if xml.is(child.name, "TotalRecordCount") {
                collection.totalRecordCount = Int(try int(child))
            } else if xml.is(child.name, "TotalRecordCountLimitExceeded") {
                collection.totalRecordCountLimitExceeded = try bool(child)
            } else {
                throw Unusual()
            }
        }
        try xml.end(tag)
        return collection
    }
}
