/// Parses a chunked body strictly (RFC 9112 §7.1).
///
/// Extensions and trailer fields are checked and ignored. Their length is limited.
struct ChunkReader {
    private enum State {
        case size
        case data(left: Int)
        /// The line end after the data of a chunk.
        case dataEnd
        case trailer
    }

    private var state = State.size
    private var trailerBytes = 0

    /// The maximum length of a line with a chunk size and its extensions.
    private static let longestLine = 256
    private static let longestTrailer = 4 << 10
    /// The maximum number of hexadecimal digits of a chunk size, so that it fits an integer.
    private static let mostDigits = 15

    /// Moves received bytes to the body; returns true after the last chunk.
    mutating func read(
        _ input: inout ServerInput, into body: inout [UInt8], limit: Int
    ) throws(ServerAnswer) -> Bool {
        while true {
            switch state {
            case .size:
                guard let line = try input.takeLine(atMost: Self.longestLine) else { return false }
                let size = try Self.size(line, limit)
                guard size <= limit - body.count else { throw .tooLarge(limit) }
                state = size == 0 ? .trailer : .data(left: size)
            case .data(let left):
                let taken = input.move(upTo: left, into: &body)
                state = taken == left ? .dataEnd : .data(left: left - taken)
                guard taken == left else { return false }
            case .dataEnd:
                guard let line = try input.takeLine(atMost: 2) else { return false }
                guard line.isEmpty else {
                    throw .badRequest("a chunk is longer than its size says")
                }
                state = .size
            case .trailer:
                guard let line = try input.takeLine(atMost: Self.longestTrailer) else {
                    return false
                }
                if line.isEmpty { return true }
                trailerBytes += line.count
                guard trailerBytes <= Self.longestTrailer else {
                    throw .badRequest("the trailer of the chunked body is too long")
                }
                let name = line.prefix { $0 != UInt8(ascii: ":") }
                guard name.count < line.count, name.isToken, !line.contains(where: \.isControl)
                else { throw .badRequest("the trailer of the chunked body is malformed") }
            }
        }
    }

    private static func size(_ line: [UInt8], _ limit: Int) throws(ServerAnswer) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        guard !digits.isEmpty, digits.allSatisfy(\.isHexadecimal),
            !line.contains(where: \.isControl)
        else { throw .badRequest("the size of a chunk is not a hexadecimal number") }
        guard digits.count <= mostDigits,
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw .tooLarge(limit) }
        return size
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20)
    }
}
