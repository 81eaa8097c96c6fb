import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// What says which event a context is: read first, for the envelope is written before the data.
struct ContextHeader {
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

extension JSONDocument {
    /// What `body` makes of a string, still escaped; `nil` for anything else.
    ///
    /// It is generic here and not in the document's own module, where nobody could specialize it.
    func reading<Result>(_ node: JSONNode, _ body: (Span<UInt8>) -> Result) -> Result? {
        var result: Result?
        withEscaped(node) { result = body($0) }
        return result
    }
}
