import CMicroHTTPD
import PeriluneCore

/// Reads a request's headers and refuses what two servers in a row could read differently.
///
/// The library lets such requests pass: two lengths, a length beside chunks, blanks before a colon,
/// folded lines. Behind a proxy each of them can hide a second request.
struct RequestGuard {
    private(set) var headers = HTTPHeaders()
    private(set) var problem: ServerAnswer?
    /// `nil` without a body and where it comes in chunks.
    private(set) var contentLength: Int?
    private(set) var expectsContinue = false
    private var hosts = 0
    private var lengths = 0
    private var encodings = 0
    /// Where the name of the next field must begin: two bytes after the value before it.
    private var next: UnsafePointer<CChar>?

    /// Whether fields must lie two bytes apart.
    ///
    /// Older versions than 1.0 put zeros where a line ended, in place, and take a lone line feed for
    /// an end of line, a zero in a value for its end, and fold lines: all of that shows in a distance
    /// that is not two. Later versions refuse all of it themselves.
    private static let checksDistance: Bool = {
        let major = MHD_get_version().map { String(cString: $0).hasPrefix("0.") }
        return major ?? true
    }()

    init(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
    ) {
        headers.reserve(512)
        next = version + 10
        guard UnsafeBufferPointer(cString: method).isToken else {
            refuse("the method is not a valid HTTP method")
            return
        }
        withUnsafeMutablePointer(to: &self) {
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, takeField, $0)
        }
        guard problem == nil else { return }
        // The line that ends the head must follow at once: a field without a name is in no list.
        if Self.checksDistance, let next, next[0] != 0 || next[1] != 0 {
            refuse("the request head does not end in an empty line")
        }
        if hosts > 1 { refuse("more than one Host header") }
        // HTTP/1.0 had none.
        if hosts == 0, version[7] != CChar(bitPattern: UInt8(ascii: "0")) {
            refuse("no Host header")
        }
        if lengths > 1 { refuse("more than one Content-Length header") }
        if encodings > 1 { refuse("more than one Transfer-Encoding header") }
        if lengths > 0, encodings > 0 { refuse("both Content-Length and Transfer-Encoding") }
    }

    fileprivate mutating func take(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>,
        at start: UnsafePointer<CChar>, end: UnsafePointer<CChar>
    ) {
        if Self.checksDistance {
            guard start == next, end[0] == 0, end[1] == 0 else {
                return refuse(
                    "a header line is folded, contains a zero byte, or does not end in CRLF")
            }
            next = end + 2
        }
        guard name.isToken else { return refuse("a header name contains an invalid byte") }
        guard !value.contains(where: \.isControl) else {
            return refuse("a header value contains a control character")
        }
        let trimmed = value.trimmed()
        check(name, trimmed)
        headers.add(name: name, value: trimmed)
    }

    private mutating func check(
        _ name: UnsafeBufferPointer<UInt8>, _ value: Slice<UnsafeBufferPointer<UInt8>>
    ) {
        switch name.count {
        case 4 where name.equals("host"): hosts += 1
        case 6 where name.equals("expect"): expectsContinue = true
        case 14 where name.equals("content-length"):
            lengths += 1
            contentLength = Int(String(decoding: value, as: UTF8.self))
            // The library has looked at the digits; a sign or a list must not get past this either.
            if contentLength == nil || !value.allSatisfy({ (48...57).contains($0) }) {
                refuse("Content-Length is not a number")
            }
        case 17 where name.equals("transfer-encoding"):
            encodings += 1
            if !value.equals("chunked") { refuse("Transfer-Encoding must be chunked") }
        default: break
        }
    }

    private mutating func refuse(_ why: String) { problem = problem ?? .badRequest(why) }
}

private let takeField: MHD_KeyValueIteratorN = { context, _, name, nameSize, value, valueSize in
    guard let guardian = context?.assumingMemoryBound(to: RequestGuard.self), let name, let value
    else { return .NO }
    guardian.pointee.take(
        UnsafeBufferPointer(cString: name, count: nameSize),
        UnsafeBufferPointer(cString: value, count: valueSize),
        at: name, end: value + valueSize)
    return guardian.pointee.problem == nil ? .YES : .NO
}

extension UnsafeBufferPointer<UInt8> {
    init(cString: UnsafePointer<CChar>, count: Int? = nil) {
        self.init(
            start: UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self),
            count: count ?? cString.length)
    }
}

extension UnsafePointer<CChar> {
    var length: Int {
        var length = 0
        while self[length] != 0 { length += 1 }
        return length
    }
}

extension Collection<UInt8> {
    /// Whether it is this text, which is in lower case, in any case.
    fileprivate func equals(_ lowercased: StaticString) -> Bool {
        lowercased.withUTF8Buffer { text in
            count == text.count
                && zip(self, text).allSatisfy {
                    $0 == $1 || ($0 | 0x20 == $1 && $0.isTokenCharacter)
                }
        }
    }
}
