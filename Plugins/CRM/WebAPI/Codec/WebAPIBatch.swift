package import PeriluneCore

/// `multipart/mixed` with HTTP messages, as in requests and responses of `$batch`.
package enum WebAPIBatch {
    /// Requests that a batch may have.
    package static let limit = 1000

    /// A part: a message, or a change set of messages.
    package enum Part<Message> {
        case single(Item<Message>)
        case changeSet([Item<Message>])
    }

    /// A message with the number that others refer to it by.
    package struct Item<Message> {
        /// The header `Content-ID`; `nil` if nothing can refer to the message.
        package var contentID: String?
        /// The result of the reader passed to ``parts(of:boundary:_:)``.
        package var message: Message

        package init(_ message: Message, contentID: String? = nil) {
            self.message = message
            self.contentID = contentID
        }
    }

    /// The boundary of a `Content-Type`; `nil` if it is not multipart.
    package static func boundary(_ contentType: String?) -> String? {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/mixed") else {
            return nil
        }
        for parameter in contentType.split(separator: ";").dropFirst() {
            let text = parameter.trimmed
            guard text.lowercased().hasPrefix("boundary=") else { continue }
            let value = text.dropFirst(9).filter { $0 != "\"" }
            return (1...70).contains(value.utf8.count) ? value : nil
        }
        return nil
    }

    /// Splits a body into parts; `message` reads the content of a part of type `application/http`.
    package static func parts<Message>(
        of body: ArraySlice<UInt8>, boundary: String,
        _ message: (HTTPText) throws(PeriluneError) -> Message
    ) throws(PeriluneError) -> [Part<Message>] {
        var parts: [Part<Message>] = []
        var count = 0
        for piece in try pieces(body, boundary) {
            if let inner = Self.boundary(piece.headers["Content-Type"]) {
                var items: [Item<Message>] = []
                for piece in try pieces(piece.body, inner) {
                    items.append(
                        Item(try message(piece.inner()), contentID: piece.headers["Content-ID"]))
                }
                count += items.count
                parts.append(.changeSet(items))
            } else {
                count += 1
                parts.append(
                    .single(
                        Item(try message(piece.inner()), contentID: piece.headers["Content-ID"])))
            }
            guard count <= limit else {
                throw PeriluneError("crm.batch", "a batch may have at most \(limit) requests")
            }
        }
        return parts
    }

    /// The pieces between the boundaries; text before the first and after the last one is dropped.
    private static func pieces(
        _ body: ArraySlice<UInt8>, _ boundary: String
    ) throws(PeriluneError) -> [HTTPText] {
        let mark = Array("--\(boundary)".utf8)
        var pieces: [HTTPText] = []
        var start: Int?
        var line = body.startIndex
        while line < body.endIndex {
            let end = body[line...].firstIndex(of: 0x0A) ?? body.endIndex
            var text = body[line..<end]
            while let last = text.last, last == 0x0D || last == 0x20 { text.removeLast() }
            let closes = text.count == mark.count + 2 && text.suffix(2).elementsEqual("--".utf8)
            if text.starts(with: mark), text.count == mark.count || closes {
                if let start { pieces.append(try HTTPText(headersOf: content(body[start..<line]))) }
                if closes { return pieces }
                guard pieces.count <= limit else {
                    throw PeriluneError("crm.batch", "a batch may have at most \(limit) requests")
                }
                start = min(end + 1, body.endIndex)
            }
            line = end + 1
        }
        throw PeriluneError("crm.batch", "the multipart body does not end with --\(boundary)--")
    }

    /// The line break before a boundary belongs to the boundary.
    private static func content(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var piece = piece
        if piece.last == 0x0A { piece.removeLast() }
        if piece.last == 0x0D { piece.removeLast() }
        return piece
    }
}

extension StringProtocol {
    /// Without white space around.
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
