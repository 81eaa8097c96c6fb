import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

@testable import CRMPlugin

/// Reads a webhook member by member: what `WebhookReader` is compared with.
enum ReferenceReader {
    static func read(
        _ body: [UInt8], organization: String, wasTruncated: Bool = false
    ) throws(PeriluneError) -> (event: [UInt8], id: String) {
        // Some proxies and test tools add a byte order mark.
        let body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
        let document = JSONDocument()
        try document.read(body)
        let context = document.root
        guard document.kind(context) == .object else { throw .webhook("it is not an object") }
        let header = try ReferenceHeader(context, in: document)
        let id = try header.identity(of: context, in: document, body: body)

        var writer = ReferenceWriter(document)
        writer.bytes.reserveCapacity(2 * body.count + 1024)
        writer.write(#"{"specversion":"1.0","id":""#)
        writer.bytes += id
        writer.write(#"","source":"crm/"#)
        writer.bytes += organization.utf8
        writer.write(#"","type":"crm."#)
        writer.bytes += header.entity
        writer.write(".")
        writer.bytes += header.message
        writer.write(#"","subject":""#)
        writer.bytes += header.entity
        writer.write("/")
        writer.bytes += header.record
        if let time = header.time {
            writer.write(#"","time":""#)
            time.write(to: &writer.bytes)
        }
        writer.write(#"","partitionkey":""#)
        writer.bytes += header.record
        writer.write(#"","data":"#)
        try writer.write(context: context, header, isTruncated: wasTruncated, isOuter: true)
        writer.write("}")
        return (writer.bytes, String(decoding: id, as: UTF8.self))
    }
}

extension ReferenceWriter {
    /// Writes the data of an event; a parent has the same shape, but for the context as it came.
    fileprivate mutating func write(
        context: JSONNode, _ header: ReferenceHeader, isTruncated: Bool, isOuter: Bool
    ) throws(PeriluneError) {
        let input = document.member("InputParameters", of: context)
        let hasInput = input.map { document.kind($0) == .array } ?? false
        write(#"{"id":""#)
        bytes += header.record
        write(#"","entity":""#)
        bytes += header.entity
        write(#"","message":"#)
        write(member: "MessageName", of: context)
        var target = try pair("Target", of: input)
        if target == nil { target = try pair("EntityMoniker", of: input) }
        try write(target: target, of: header)
        write(#","pre":"#)
        try write(images: document.member("PreEntityImages", of: context))
        write(#","post":"#)
        try write(images: document.member("PostEntityImages", of: context))
        for (name, member) in Self.plainMembers {
            write(name)
            write(member: member, of: context)
        }
        if isTruncated || !hasInput { write(#","truncated":true"#) }
        write(#","input":"#)
        try write(map: input, leavingOut: "Target")
        write(#","output":"#)
        try write(map: document.member("OutputParameters", of: context))
        write(#","shared":"#)
        try write(map: document.member("SharedVariables", of: context))
        write(#","parent":"#)
        if let parent = document.member("ParentContext", of: context),
            document.kind(parent) == .object
        {
            try write(
                context: parent, ReferenceHeader(parent, in: document), isTruncated: false,
                isOuter: false)
        } else {
            write("null")
        }
        if isOuter {
            write(#","context":"#)
            document.append(context, to: &bytes)
        }
        write("}")
    }

    private static var plainMembers: [(StaticString, String)] {
        [
            (#","user":"#, "UserId"), (#","organization":"#, "OrganizationName"),
            (#","correlation":"#, "CorrelationId"), (#","operation":"#, "OperationId"),
            (#","depth":"#, "Depth"), (#","stage":"#, "Stage"), (#","mode":"#, "Mode"),
        ]
    }

    /// Writes `target` and `changed`.
    ///
    /// Without a target the map is empty, so that a script may test a member without asking first.
    private mutating func write(
        target: JSONNode?, of header: ReferenceHeader
    ) throws(PeriluneError) {
        write(#","target":"#)
        guard let target, let attributes = document.member("Attributes", of: target) else {
            if let target, document.kind(target) == .object {
                write(reference: target)
            } else {
                write("{}")
            }
            write(#","changed":[]"#)
            return
        }
        try write(map: attributes)
        write(#","changed":"#)
        // The identity is among the attributes, but it was not changed.
        let document = document
        let keys = ["activityid", String(decoding: header.entity, as: UTF8.self) + "id"]
        try write(namesOf: attributes) { key, value in
            guard document.string(key).map(keys.contains) == true else { return true }
            return document.reading(value) { text in
                guard text.count == header.record.count else { return true }
                for index in text.indices where text[index] | 0x20 != header.record[index] | 0x20 {
                    return true
                }
                return false
            } ?? true
        }
    }

    /// The value of a parameter.
    private func pair(_ name: String, of pairs: JSONNode?) throws(PeriluneError) -> JSONNode? {
        guard let pairs, document.kind(pairs) == .array else { return nil }
        var found: JSONNode?
        try document.forEach(in: pairs) { (_, pair) throws(PeriluneError) in
            guard let key = document.member("key", of: pair), document.string(key) == name
            else { return }
            guard found == nil else { throw .webhook("duplicate name \(name)") }
            found = document.member("value", of: pair)
        }
        return found
    }
}

/// What says which event a context is, with an array for each text.
struct ReferenceHeader {
    /// The logical name of the table, lower-case; `none` for messages without one.
    let entity: [UInt8]
    /// The message, lower-case.
    let message: [UInt8]
    /// The record's identity, lower-case.
    let record: [UInt8]
    /// When the operation was begun.
    let time: WireDate?
    /// Whether CRM waits for the answer.
    let isSynchronous: Bool

    init(_ context: JSONNode, in document: JSONDocument) throws(PeriluneError) {
        message = try Self.name("MessageName", of: context, in: document)
        if let entity = document.member("PrimaryEntityName", of: context),
            document.kind(entity) != .null
        {
            self.entity = try Self.name("PrimaryEntityName", of: context, in: document)
        } else {
            // A message without a table, such as a custom one.
            entity = Array("none".utf8)
        }
        record = try Self.guid("PrimaryEntityId", of: context, in: document)
        switch document.integer(try Self.member("Mode", of: context, in: document)) {
        case 0: isSynchronous = true
        case 1: isSynchronous = false
        default: throw .webhook("its Mode is neither 0 (synchronous) nor 1 (asynchronous)")
        }
        time =
            document.member("OperationCreatedOn", of: context).flatMap { node in
                document.reading(node) { WireDate(escaped: $0) } ?? nil
            }
    }

    /// The identity of a delivery, by which a repeated one is known.
    ///
    /// An asynchronous delivery has a system job of its own, whose id is its OperationId. In a synchronous
    /// one, OperationId is the id of the request (RequestId), which all operations of the request share, also
    /// those that they bring about. Such a delivery is the same only if all of its bytes are.
    ///
    /// - Parameters:
    ///   - context: The context of the delivery itself, not of a parent.
    ///   - document: The document with the context.
    ///   - body: The bytes of the delivery.
    /// - Returns: The identity; the correlation is what precedes the first slash.
    /// - Throws: `crm.webhook` where an id is missing or not a GUID.
    func identity(
        of context: JSONNode, in document: JSONDocument, body: [UInt8]
    ) throws(PeriluneError) -> [UInt8] {
        let operation = try Self.guid("OperationId", of: context, in: document)
        let request =
            document.member("RequestId", of: context).flatMap {
                document.reading($0, Self.guid) ?? nil
            }
        var id = try Self.guid("CorrelationId", of: context, in: document)
        id.append(UInt8(ascii: "/"))
        id += operation
        id.append(UInt8(ascii: "/"))
        if let step = document.member("OwningExtension", of: context)
            .flatMap({ document.member("Id", of: $0) })
            .flatMap({ document.reading($0, Self.guid) ?? nil })
        {
            id += step
        }
        for name in ["Stage", "Mode"] {
            id.append(UInt8(ascii: "/"))
            id +=
                "\(document.member(name, of: context).flatMap { document.integer($0) } ?? -1)".utf8
        }
        let isZero = operation.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }
        if isSynchronous || isZero || operation == request {
            id.append(UInt8(ascii: "/"))
            id += try SHA256.hexadecimal(body).utf8.prefix(32)
        }
        return id
    }

    private static func member(
        _ name: String, of context: JSONNode, in document: JSONDocument
    ) throws(PeriluneError) -> JSONNode {
        guard let node = document.member(name, of: context) else {
            throw .webhook("it has no \(name)")
        }
        return node
    }

    private static func name(
        _ name: String, of context: JSONNode, in document: JSONDocument
    ) throws(PeriluneError) -> [UInt8] {
        let node = try member(name, of: context, in: document)
        guard let text = document.reading(node, Self.name) ?? nil else {
            throw .webhook("its \(name) is not a valid name")
        }
        return text
    }

    private static func guid(
        _ name: String, of context: JSONNode, in document: JSONDocument
    ) throws(PeriluneError) -> [UInt8] {
        let node = try member(name, of: context, in: document)
        guard let text = document.reading(node, Self.guid) ?? nil else {
            throw .webhook("its \(name) is not a GUID")
        }
        return text
    }

    /// A name that may stand in the type of an event, in lower case.
    private static func name(_ text: Span<UInt8>) -> [UInt8]? {
        guard (1...128).contains(text.count) else { return nil }
        var name: [UInt8] = []
        name.reserveCapacity(text.count)
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): name.append(text[index] | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "-"):
                name.append(text[index])
            default: return nil
            }
        }
        return name
    }

    /// 36 characters in lower case, each where it belongs.
    private static func guid(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count == 36, GUID(text) != nil else { return nil }
        var guid: [UInt8] = []
        guid.reserveCapacity(36)
        // Digits and dashes have the bit that makes letters lower-case.
        for index in text.indices { guid.append(text[index] | 0x20) }
        return guid
    }
}
