import PeriluneCore
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
    /// The identity of this delivery.
    let id: [UInt8]

    init(_ context: JSONNode, in document: JSONDocument) throws(PeriluneError) {
        func member(_ name: String) throws(PeriluneError) -> JSONNode {
            guard let node = document.member(name, of: context) else {
                throw .webhook("it has no \(name)")
            }
            return node
        }
        func name(_ name: String) throws(PeriluneError) -> [UInt8] {
            let text = document.reading(try member(name), Self.name) ?? nil
            guard let text else { throw .webhook("its \(name) is not a valid name") }
            return text
        }
        func guid(_ name: String) throws(PeriluneError) -> [UInt8] {
            let text = document.reading(try member(name), Self.guid) ?? nil
            guard let text else { throw .webhook("its \(name) is not a GUID") }
            return text
        }
        message = try name("MessageName")
        entity = try name("PrimaryEntityName")
        record = try guid("PrimaryEntityId")
        isSynchronous = document.integer(try member("Mode")) == 0
        let time =
            document.member("OperationCreatedOn", of: context).flatMap { node in
                document.reading(node) { WireDate(escaped: $0) } ?? nil
            }
        self.time = time
        let operation = try guid("OperationId")
        var id = try guid("CorrelationId")
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
        // An asynchronous delivery has a system job of its own. A synchronous one has none, and then
        // one correlation may reach one step several times: for other records, and for one record again.
        if !operation.contains(where: { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "-") }) {
            id.append(UInt8(ascii: "/"))
            id += record
            let depth = document.member("Depth", of: context).flatMap { document.integer($0) } ?? 0
            id += "/\(message.text)/\(depth)/\(time?.milliseconds ?? 0)".utf8
        }
        self.id = id
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
                UInt8(ascii: "_"):
                name.append(text[index])
            default: return nil
            }
        }
        return name
    }

    /// 36 characters in lower case, each where it belongs.
    private static func guid(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count == 36 else { return nil }
        var guid: [UInt8] = []
        guid.reserveCapacity(36)
        for index in text.indices {
            switch (index, text[index]) {
            case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")),
                (23, UInt8(ascii: "-")):
                guid.append(text[index])
            case (8, _), (13, _), (18, _), (23, _): return nil
            case (_, UInt8(ascii: "0")...UInt8(ascii: "9")),
                (_, UInt8(ascii: "a")...UInt8(ascii: "f")):
                guid.append(text[index])
            case (_, UInt8(ascii: "A")...UInt8(ascii: "F")): guid.append(text[index] | 0x20)
            default: return nil
            }
        }
        return guid
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
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
