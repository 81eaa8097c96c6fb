/// Bytes of a connection that have been received and not yet parsed.
struct ServerInput {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The number of bytes that were searched for the end of a head, so that a head that arrives
    /// byte by byte is searched once.
    private var searched = 0

    /// Maximum size of the buffer that an idle connection keeps.
    private static let keptCapacity = 4 << 10
    /// Maximum number of parsed bytes that are kept while others wait.
    private static let mostParsed = 64 << 10

    var count: Int { bytes.count - start }
    /// The number of bytes in memory, with those that were parsed.
    var size: Int { bytes.count }
    var isEmpty: Bool { count == 0 }
    var first: UInt8? { isEmpty ? nil : bytes[start] }

    mutating func append(_ piece: UnsafeRawBufferPointer) { bytes.append(contentsOf: piece) }

    mutating func drop(_ count: Int) {
        start += count
        searched = start
        guard start == bytes.count else {
            guard start >= max(Self.mostParsed, self.count) else { return }
            bytes = Array(bytes[start...])
            (start, searched) = (0, 0)
            return
        }
        (start, searched) = (0, 0)
        if bytes.capacity > Self.keptCapacity {
            bytes = []
        } else {
            bytes.removeAll(keepingCapacity: true)
        }
    }

    mutating func dropAll() { drop(count) }

    /// Drops line ends before a request line: some clients send one after a body (RFC 9112 §2.2).
    mutating func dropLineEnds() {
        while count >= 2, bytes[start] == .carriageReturn, bytes[start + 1] == .lineFeed {
            drop(2)
        }
    }

    /// The length of a head including the empty line that ends it; `nil` if the line has not
    /// arrived.
    ///
    /// A line that ends in a line feed without CR also counts, so that it is rejected at once.
    mutating func headLength() -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var position = max(searched, start)
            while position < bytes.count {
                if bytes[position] == .lineFeed {
                    let next = position + 1
                    guard next < bytes.count else { break }
                    if bytes[next] == .lineFeed { return next + 1 - start }
                    if bytes[next] == .carriageReturn {
                        guard next + 1 < bytes.count else { break }
                        if bytes[next + 1] == .lineFeed { return next + 2 - start }
                    }
                }
                position += 1
            }
            searched = position
            return nil
        }
    }

    /// Whether a line ends within this many bytes.
    func hasLine(within limit: Int) -> Bool { lineEnd(within: limit) != nil }

    /// Removes and returns a line without its CRLF; `nil` if its end has not arrived.
    mutating func takeLine(atMost limit: Int) throws(ServerAnswer) -> [UInt8]? {
        guard let end = lineEnd(within: limit) else {
            guard count < limit else { throw .badRequest("a line of the chunked body is too long") }
            return nil
        }
        guard end > start, bytes[end - 1] == .carriageReturn else {
            throw .badRequest("a line of the chunked body does not end in CRLF")
        }
        let line = Array(bytes[start..<end - 1])
        drop(end + 1 - start)
        return line
    }

    /// Moves up to `limit` bytes to a body.
    mutating func move(upTo limit: Int, into body: inout [UInt8]) -> Int {
        let taken = min(limit, count)
        body.append(contentsOf: bytes[start..<start + taken])
        drop(taken)
        return taken
    }

    func withPrefix<Result>(
        _ length: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(ServerAnswer) -> Result
    ) throws(ServerAnswer) -> Result {
        try bytes.withUnsafeBufferPointer { (bytes) throws(ServerAnswer) in
            try body(UnsafeBufferPointer(rebasing: bytes[start..<start + length]))
        }
    }

    private func lineEnd(within limit: Int) -> Int? {
        bytes[start..<min(bytes.count, start + limit)].firstIndex(of: .lineFeed)
    }
}

extension UInt8 {
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
}
