import PeriluneCore

/// Bytes to be sent to a client.
struct ServerOutput {
    private var pieces: [[UInt8]] = []
    /// Bytes of the first piece that have been sent.
    private var sent = 0

    /// Bodies up to this size are sent in one piece with their head.
    private static let joinedBody = 16 << 10

    var isEmpty: Bool { pieces.isEmpty }

    mutating func addContinue() { pieces.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }

    mutating func add(
        _ response: HTTPResponse, to head: ResponseHead, _ last: inout LastResponse
    ) {
        if let piece = last.piece(response, head, limit: Self.joinedBody) {
            return pieces.append(piece)
        }
        pieces.append(head.bytes(response))
        if head.hasBody(response.status) { pieces.append(response.body) }
    }

    /// Sends as much as the socket accepts; returns false if the connection is closed.
    mutating func flush(_ transport: Transport) -> Bool {
        while let piece = pieces.first {
            let isLast = pieces.count == 1
            let written = piece[sent...].withUnsafeBytes { transport.write($0, more: !isLast) }
            switch written {
            case .bytes(let count):
                sent += count
                guard sent == piece.count else { continue }
                pieces.removeFirst()
                sent = 0
            case .later: return true
            case .end, .failed: return false
            }
        }
        return true
    }
}

/// The head of a response, for one request.
struct ResponseHead: Equatable {
    /// Whether the connection is closed after the response.
    let closes: Bool
    /// A HEAD request gets everything but the body.
    let isForHead: Bool
    /// Whether the client uses HTTP/1.0, where connections close unless both sides agree to keep
    /// them open.
    let isHTTP10: Bool
    let date: String

    func hasBody(_ status: Int) -> Bool { !isForHead && Self.mayHaveBody(status) }

    func bytes(_ response: HTTPResponse) -> [UInt8] {
        // A handler may not end a request with an interim answer (1xx).
        let status = (200...999).contains(response.status) ? response.status : 500
        var text = Array("HTTP/1.1 \(status) \(Self.reason(status))\r\nDate: \(date)\r\n".utf8)
        text.reserveCapacity(text.count + 256 + response.body.count)
        if closes {
            text += "Connection: close\r\n".utf8
        } else if isHTTP10 {
            text += "Connection: keep-alive\r\n".utf8
        }
        if Self.mayHaveBody(status) { text += "Content-Length: \(response.body.count)\r\n".utf8 }
        let packed = response.headers.packed
        response.headers.forEachField { name, value in
            let (name, value) = (packed[name], packed[value])
            // A line end in a name or value would add another header (header injection).
            guard name.isToken, !value.contains(where: \.isControl), !Self.isSetByServer(name)
            else { return }
            text += name
            text += [UInt8(ascii: ":"), 0x20]
            text += value
            text += [.carriageReturn, .lineFeed]
        }
        text += [.carriageReturn, .lineFeed]
        return text
    }

    private static func mayHaveBody(_ status: Int) -> Bool { status != 204 && status != 304 }

    /// Whether the server writes this field itself.
    private static func isSetByServer(_ name: ArraySlice<UInt8>) -> Bool {
        switch name.count {
        case 4: name.equals("date")
        case 10: name.equals("connection")
        case 14: name.equals("content-length")
        case 17: name.equals("transfer-encoding")
        default: false
        }
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 303: "See Other"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}
