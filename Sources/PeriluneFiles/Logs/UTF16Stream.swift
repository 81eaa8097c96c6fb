import PeriluneCore

/// Converts a stream of UTF-16 to UTF-8.
///
/// An unpaired surrogate becomes the replacement character.
final class UTF16Stream: ByteStream {
    private let source: any ByteStream
    private let isBigEndian: Bool
    private var input = [UInt8](repeating: 0, count: 32 << 10)
    /// The range of input that has not been decoded yet.
    private var waiting = 0..<0
    private var isAtEnd = false
    /// Decoded bytes that have not been read yet.
    private var text: ArraySlice<UInt8> = []

    /// Creates a stream from one whose byte order mark was already read.
    init(_ source: any ByteStream, isBigEndian: Bool) {
        self.source = source
        self.isBigEndian = isBigEndian
    }

    var isReady: Bool { !text.isEmpty || waiting.count > 3 || source.isReady }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int {
        while text.isEmpty {
            if waiting.count < 4, !isAtEnd { try refill() }
            decode()
            if text.isEmpty, isAtEnd { return 0 }
        }
        let count = min(text.count, buffer.count)
        buffer.copyBytes(from: text.prefix(count))
        text = text.dropFirst(count)
        return count
    }

    private func refill() throws(PeriluneError) {
        for (index, place) in waiting.enumerated() { input[index] = input[place] }
        let kept = waiting.count
        let count = try input.withUnsafeMutableBufferPointer { (bytes) throws(PeriluneError) in
            let room = UnsafeMutableBufferPointer(rebasing: bytes[kept...])
            return try source.read(into: UnsafeMutableRawBufferPointer(room))
        }
        isAtEnd = count == 0
        waiting = 0..<kept + count
    }

    /// Decodes the next input.
    private func decode() {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(waiting.count * 3 / 2)
        while let unit = unit(at: waiting.lowerBound) {
            var scalar = Unicode.Scalar(unit)
            var units = 1
            if UTF16.isLeadSurrogate(unit) {
                let next = self.unit(at: waiting.lowerBound + 2)
                if next == nil, !isAtEnd { break }
                if let next, UTF16.isTrailSurrogate(next) {
                    scalar = Unicode.Scalar(
                        0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(next & 0x3FF)))
                    units = 2
                }
            }
            decoded += UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
            waiting = waiting.lowerBound + units * 2..<waiting.upperBound
        }
        // The end is in the middle of a code unit.
        if isAtEnd, !waiting.isEmpty {
            decoded += UTF8.encodedReplacementCharacter
            waiting = 0..<0
        }
        text = decoded[...]
    }

    private func unit(at index: Int) -> UInt16? {
        guard index + 1 < waiting.upperBound else { return nil }
        let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}
