import PeriluneCore

/// The head of a request (request line and headers), parsed strictly.
///
/// Requests that a proxy and this server could interpret differently are rejected: two lengths, a
/// length together with chunks, spaces before a colon, folded lines, line feeds without CR. Each of
/// them could hide a second request (request smuggling).
struct RequestHead {
    /// How the end of the body is found.
    enum Framing: Equatable {
        case length(Int)
        case chunked
    }

    let method: String
    let target: ServerTarget
    private(set) var headers = HTTPHeaders()
    private(set) var framing = Framing.length(0)
    private(set) var expectsContinue = false
    /// Whether the connection stays open for another request.
    private(set) var keepsAlive: Bool
    let isHTTP10: Bool
    private var hosts = 0
    private var lengths = 0
    private var encodings = 0

    /// Parses a head, from the request line to the empty line.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ServerAnswer) {
        var lines = bytes[...]
        let first = try Self.line(&lines)
        let parts = first.split(
            separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty else {
            throw .badRequest("the first line is not METHOD TARGET VERSION")
        }
        guard parts[0].isToken else {
            throw .badRequest("the method is not a valid HTTP method")
        }
        isHTTP10 = try Self.isOld(parts[2])
        keepsAlive = !isHTTP10
        guard let target = ServerTarget(UnsafeBufferPointer(rebasing: parts[1])) else {
            throw .badRequest("the target is neither a path nor a URL")
        }
        self.target = target
        method = String(decoding: parts[0], as: UTF8.self)
        headers.reserve(512)
        while true {
            let line = try Self.line(&lines)
            if line.isEmpty { break }
            try parseField(line)
        }
        // HTTP/1.0 requires no Host header.
        if hosts == 0, !isHTTP10 { throw .badRequest("no Host header") }
        if let authority = target.authority {
            guard !authority.isEmpty, authority.utf8.isHost else {
                throw .badRequest("the target has no valid host")
            }
            headers["Host"] = authority
        }
        if lengths > 0, encodings > 0 {
            throw .badRequest("both Content-Length and Transfer-Encoding")
        }
        if encodings > 0, isHTTP10 { throw .badRequest("Transfer-Encoding in HTTP/1.0") }
        // An HTTP/1.0 client does not expect an interim answer, and a request without a body needs
        // none.
        if isHTTP10 || framing == .length(0) { expectsContinue = false }
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private static func line(_ rest: inout Bytes) throws(ServerAnswer) -> Bytes {
        guard let end = rest.firstIndex(of: .lineFeed), end > rest.startIndex,
            rest[end - 1] == .carriageReturn
        else { throw .badRequest("a line of the request head does not end in CRLF") }
        let line = rest[..<(end - 1)]
        rest = rest[(end + 1)...]
        return line
    }

    private static func isOld(_ version: Bytes) throws(ServerAnswer) -> Bool {
        if version.elementsEqual("HTTP/1.1".utf8) { return false }
        if version.elementsEqual("HTTP/1.0".utf8) { return true }
        let digits = version.dropFirst(5)
        guard version.starts(with: "HTTP/".utf8), digits.count == 3,
            digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { throw .badRequest("the first line does not end in an HTTP version") }
        throw .wrongVersion
    }

    private mutating func parseField(_ line: Bytes) throws(ServerAnswer) {
        if line.first == 0x20 || line.first == 0x09 {
            throw .badRequest("a header line is folded")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .badRequest("a header line has no colon")
        }
        let name = line[..<colon]
        guard name.isToken else { throw .badRequest("a header name contains an invalid byte") }
        let value = line[(colon + 1)...].trimmed()
        guard !value.contains(where: \.isControl) else {
            throw .badRequest("a header value contains a control character")
        }
        try check(name, value)
        headers.add(name: name, value: value)
    }

    private mutating func check(_ name: Bytes, _ value: Bytes) throws(ServerAnswer) {
        switch name.count {
        case 4 where name.equals("host"):
            hosts += 1
            if hosts > 1 { throw .badRequest("more than one Host header") }
            guard value.isHost else {
                throw .badRequest("the Host header is not a name or address")
            }
        case 6 where name.equals("expect"):
            guard value.equals("100-continue") else { throw .wrongExpectation }
            expectsContinue = true
        case 10 where name.equals("connection"):
            for word in value.split(separator: UInt8(ascii: ",")) {
                if word.trimmed().equals("close") { keepsAlive = false }
                if isHTTP10, word.trimmed().equals("keep-alive") { keepsAlive = true }
            }
        case 14 where name.equals("content-length"):
            lengths += 1
            if lengths > 1 { throw .badRequest("more than one Content-Length header") }
            guard !value.isEmpty, value.allSatisfy({ (48...57).contains($0) }) else {
                throw .badRequest("Content-Length is not a number")
            }
            framing = .length(Int(String(decoding: value, as: UTF8.self)) ?? .max)
        case 17 where name.equals("transfer-encoding"):
            encodings += 1
            if encodings > 1 { throw .badRequest("more than one Transfer-Encoding header") }
            guard value.equals("chunked") else {
                throw .badRequest("Transfer-Encoding must be chunked")
            }
            framing = .chunked
        default: break
        }
    }
}

extension UInt8 {
    /// Whether the byte may occur in a Host header.
    fileprivate var isHostCharacter: Bool {
        // One bit for each ASCII character: all that can be seen, except for /@?#\<>"{}|^`.
        let characters: UInt64 = self < 64 ? 0x2fff_7ff2_0000_0000 : 0x47ff_fffe_afff_fffe
        return self < 128 && characters >> (UInt64(self) & 63) & 1 == 1
    }
}

extension Collection<UInt8> {
    /// Whether the value of a Host header is a name or an address; behind an address in brackets only a port may follow.
    var isHost: Bool {
        guard allSatisfy(\.isHostCharacter) else { return false }
        guard first == UInt8(ascii: "[") else { return true }
        guard let end = firstIndex(of: UInt8(ascii: "]")) else { return false }
        let port = self[end...].dropFirst()
        return port.isEmpty
            || port.first == UInt8(ascii: ":")
                && port.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Compares the bytes with a lowercase text, ignoring case.
    func equals(_ lowercased: StaticString) -> Bool {
        lowercased.withUTF8Buffer { text in
            count == text.count
                && zip(self, text).allSatisfy {
                    $0 == $1 || ($0 | 0x20 == $1 && $0.isTokenCharacter)
                }
        }
    }
}
