import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// What says which event a context is: read first, because the envelope is written before the data.
struct ContextHeader {
    /// The logical name of the table, in any case; none for messages without one.
    let entity: JSONNode
    /// The message, in any case.
    let message: JSONNode
    /// The record's identity, in any case.
    let record: JSONNode
    /// When the operation was begun.
    let time: WireDate?
    /// Whether CRM waits for the answer.
    let isSynchronous: Bool

    init(_ context: ContextMembers, in document: JSONDocument) throws(PeriluneError) {
        message = try Self.name(.message, of: context, in: document)
        let entity = context[.entity]
        // A message without a table, such as a custom one.
        let hasEntity = entity.isInside && document.kind(entity) != .null
        self.entity =
            hasEntity
            ? try Self.name(.entity, of: context, in: document) : .none
        record = try Self.guid(.record, of: context, in: document)
        switch document.integer(try context.required(.mode)) {
        case 0: isSynchronous = true
        case 1: isSynchronous = false
        default: throw .webhook("its Mode is neither 0 (synchronous) nor 1 (asynchronous)")
        }
        let created = context[.created]
        time =
            created.isInside
            ? document.reading(created) { WireDate(escaped: $0) } ?? nil : nil
    }

    /// Writes the identity of a delivery, by which a repeated one is recognized.
    ///
    /// An asynchronous delivery has a system job of its own, whose id is its OperationId. In a synchronous
    /// one, OperationId is the id of the request (RequestId), which all operations of the request share, also
    /// those that they bring about. Such a delivery is the same only if all of its bytes are.
    ///
    /// The correlation is what precedes the first slash.
    ///
    /// - Parameters:
    ///   - context: The context of the delivery itself, not of a parent.
    ///   - document: The document with the context.
    ///   - body: The bytes of the delivery.
    ///   - builder: Where a string is begun.
    /// - Throws: `crm.webhook` where an id is missing or not a GUID.
    func writeIdentity(
        of context: ContextMembers, in document: JSONDocument, body: [UInt8],
        to builder: EventBuilder
    ) throws(PeriluneError) {
        let operation = try Self.guid(.operation, of: context, in: document)
        let correlation = try Self.guid(.correlation, of: context, in: document)
        builder.append(lowercased: correlation, of: document)
        builder.append("/")
        builder.append(lowercased: operation, of: document)
        builder.append("/")
        if context[.owningExtension].isInside {
            let step = document.reference(context[.owningExtension]).id
            if step.isInside, document.isGUID(step) {
                builder.append(lowercased: step, of: document)
            }
        }
        for name in [ContextMembers.Name.stage, .mode] {
            builder.append("/")
            let node = context[name]
            builder.append(Int(node.isInside ? document.integer(node) ?? -1 : -1))
        }
        let request = context[.request]
        let isOfRequest = request.isInside && document.hasSameLetters(operation, as: request)
        if isSynchronous || isOfRequest || document.isZero(operation) {
            builder.append("/")
            let digest = try SHA256.hexadecimal(body)
            builder.append(escaped: digest.utf8Span.span.extracting(first: 32))
        }
    }

    private static func name(
        _ name: ContextMembers.Name, of context: ContextMembers, in document: JSONDocument
    ) throws(PeriluneError) -> JSONNode {
        let node = try context.required(name)
        guard document.reading(node, isName) ?? false else {
            throw .webhook("its \(name.spelling) is not a valid name")
        }
        return node
    }

    private static func guid(
        _ name: ContextMembers.Name, of context: ContextMembers, in document: JSONDocument
    ) throws(PeriluneError) -> JSONNode {
        let node = try context.required(name)
        guard document.isGUID(node) else { throw .webhook("its \(name.spelling) is not a GUID") }
        return node
    }

    /// Whether a name may be part of an event type.
    private static func isName(_ text: Span<UInt8>) -> Bool {
        guard (1...128).contains(text.count) else { return false }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                continue
            default: return false
            }
        }
        return true
    }
}

extension JSONDocument {
    /// The result of `body` for a string, still escaped; `nil` for other values.
    ///
    /// It is generic here and not in the document's own module, where nobody could specialize it.
    func reading<Result>(_ node: JSONNode, _ body: (Span<UInt8>) -> Result) -> Result? {
        var result: Result?
        withEscaped(node) { result = body($0) }
        return result
    }

    /// Whether it is a string of 32 hexadecimal digits with dashes in their places.
    func isGUID(_ node: JSONNode) -> Bool { reading(node) { GUID.isUsual($0) } ?? false }

    /// Whether a GUID has no digit but 0.
    fileprivate func isZero(_ node: JSONNode) -> Bool {
        reading(node) { text in
            for index in text.indices
            where text[index] != UInt8(ascii: "0") && text[index] != UInt8(ascii: "-") {
                return false
            }
            return true
        } ?? false
    }
}
