package import PeriluneCore

/// An HTTP message as text: the parts of a batch.
package struct HTTPText: Sendable {
    /// `GET /x HTTP/1.1` or `HTTP/1.1 204 No Content`; empty for a part with headers only.
    package var startLine: String
    /// The headers in the order of the message, at most 64.
    package var headers: HTTPHeaders
    /// A slice of the batch, so that nothing is copied.
    package var body: ArraySlice<UInt8>

    package init(_ startLine: String, _ headers: HTTPHeaders, body: [UInt8]) {
        self.startLine = startLine
        self.headers = headers
        self.body = body[...]
    }

    /// Reads headers and what follows them.
    init(headersOf bytes: ArraySlice<UInt8>) throws(PeriluneError) {
        var rest = bytes
        startLine = ""
        headers = HTTPHeaders()
        while !rest.isEmpty {
            let line = Self.line(&rest)
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: ":"), headers.fields.count < 64 else {
                throw PeriluneError("crm.batch", "a header of a batch is malformed")
            }
            headers.add(line[..<colon].trimmed, line[line.index(after: colon)...].trimmed)
        }
        body = rest
    }

    /// The message within a part.
    func inner() throws(PeriluneError) -> HTTPText {
        var rest = body
        var start = ""
        while start.isEmpty, !rest.isEmpty { start = Self.line(&rest) }
        var inner = try HTTPText(headersOf: rest)
        inner.startLine = start
        return inner
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) -> String {
        let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
        let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        rest = end < rest.endIndex ? rest[(end + 1)...] : rest[end...]
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
    }

    /// The message as a part of a batch.
    package var bytes: [UInt8] {
        var text = startLine + "\r\n"
        for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
        return Array((text + "\r\n").utf8) + body
    }

    /// The method and the target of a request.
    ///
    /// Clients write filters into the target without encoding their spaces: all between the first
    /// word and the last is the target.
    package func request() throws(PeriluneError) -> (method: String, target: String) {
        guard let first = startLine.firstIndex(of: " "), let last = startLine.lastIndex(of: " "),
            first < last, startLine[last...].hasPrefix(" HTTP/")
        else {
            throw PeriluneError(
                "crm.batch", "a part of a batch must begin with a line such as GET /x HTTP/1.1")
        }
        let target = startLine[startLine.index(after: first)..<last]
        return (String(startLine[..<first]), String(target))
    }

    /// Reads the part as a response.
    package func response() throws(PeriluneError) -> HTTPResponse {
        let words = startLine.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
            throw PeriluneError("crm.batch", "a part of the response to a batch has no status")
        }
        return HTTPResponse(status, headers: headers, body: Array(body))
    }
}

/// Writes a `multipart/mixed` body.
package struct MultipartWriter {
    /// Without the dashes; it must not occur in a message.
    package let boundary: String
    package private(set) var bytes: [UInt8] = []

    package init(boundary: String) { self.boundary = boundary }

    /// Adds a message.
    package mutating func add(_ message: HTTPText, contentID: String? = nil) {
        open("application/http")
        text("Content-Transfer-Encoding: binary\r\n")
        if let contentID { text("Content-ID: \(contentID)\r\n") }
        text("\r\n")
        bytes += message.bytes
        text("\r\n")
    }

    /// Adds a multipart within.
    package mutating func add(_ inner: consuming MultipartWriter) {
        open("multipart/mixed; boundary=\(inner.boundary)")
        text("\r\n")
        bytes += inner.finish()
        text("\r\n")
    }

    /// The whole body.
    package consuming func finish() -> [UInt8] {
        text("--\(boundary)--\r\n")
        return bytes
    }

    private mutating func open(_ type: String) {
        text("--\(boundary)\r\nContent-Type: \(type)\r\n")
    }

    private mutating func text(_ text: String) { bytes += Array(text.utf8) }
}
