import PeriluneCore

/// The text of a stream in UTF-16, as UTF-8.
///
/// Half of a surrogate pair becomes the replacement character.
final class UTF16Stream: ByteStream {
    private let source: any ByteStream
    private let isBigEndian: Bool
    private var input = [UInt8](repeating: 0, count: 32 << 10)
    /// The bytes of the input that were not decoded yet.
    private var waiting = 0..<0
    private var isAtEnd = false

    /// Reads a stream whose first bytes, the byte order mark, were read.
    init(_ source: any ByteStream, isBigEndian: Bool) {
        self.source = source
        self.isBigEndian = isBigEndian
    }

    var isReady: Bool { waiting.count > 3 || source.isReady }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int {
        var count = 0
        while count == 0 {
            if waiting.count < 4, !isAtEnd { try refill() }
            count = decode(into: buffer)
            if waiting.isEmpty, isAtEnd { return count }
        }
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

    /// Decodes as much as there is room for.
    private func decode(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count + 4 <= buffer.count {
            guard let unit = unit(at: waiting.lowerBound) else {
                // Half a unit at the end.
                if isAtEnd, !waiting.isEmpty { put("\u{FFFD}", buffer, &count, units: 1) }
                return count
            }
            guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else {
                put(Unicode.Scalar(unit) ?? "\u{FFFD}", buffer, &count, units: 1)
                continue
            }
            let next = self.unit(at: waiting.lowerBound + 2)
            if next == nil, !isAtEnd { return count }
            if UTF16.isLeadSurrogate(unit), let next, UTF16.isTrailSurrogate(next) {
                let value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(next & 0x3FF))
                put(Unicode.Scalar(value) ?? "\u{FFFD}", buffer, &count, units: 2)
            } else {
                put("\u{FFFD}", buffer, &count, units: 1)
            }
        }
        return count
    }

    private func unit(at index: Int) -> UInt16? {
        guard index + 1 < waiting.upperBound else { return nil }
        let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }

    private func put(
        _ scalar: Unicode.Scalar, _ buffer: UnsafeMutableRawBufferPointer, _ count: inout Int,
        units: Int
    ) {
        waiting = min(waiting.lowerBound + units * 2, waiting.upperBound)..<waiting.upperBound
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            buffer[count] = byte
            count += 1
        }
    }
}
