internal import Glibc
internal import PeriluneJSON

/// The output for a chunk, with the range of each line of the log.
struct LineBytes {
    private(set) var bytes: [UInt8] = []
    private(set) var lines: [(number: Int, range: Range<Int>)] = []

    init(_ lanes: [Segments]) {
        unsafe Segments.mergeLines(lanes) { line, piece in
            let start = bytes.count
            unsafe bytes.append(contentsOf: piece)
            if let last = lines.last, last.number == line {
                lines[lines.count - 1].range = last.range.lowerBound..<bytes.count
            } else {
                lines.append((line, start..<bytes.count))
            }
        }
    }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[lines[index].range] }

    /// The bytes of a line of the log; call it with ascending lines and the same `position`.
    func bytes(of line: Int, from position: inout Int) -> ArraySlice<UInt8> {
        while position < lines.count, lines[position].number < line { position += 1 }
        guard position < lines.count, lines[position].number == line else { return [] }
        return self[position]
    }

    /// Whether two slices have the same bytes; faster than `==`, which compares single bytes.
    static func areEqual(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        unsafe one.withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in unsafe areEqual(one, other) }
        }
    }

    private static func areEqual(
        _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
    ) -> Bool {
        guard one.count == other.count else { return false }
        guard let first = one.baseAddress, let second = other.baseAddress else { return true }
        return unsafe memcmp(first, second, one.count) == 0
    }

    /// Whether two versions wrote the same bytes; false if this cannot be decided without merging lanes.
    ///
    /// Line numbers are ignored: records contain the number of emitted values, so equal bytes come from equal lines.
    static func areEqual(_ one: [Segments], _ other: [Segments]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).allSatisfy { one, other in
            guard one.isOnePiece, other.isOnePiece else { return false }
            return unsafe one.main.withBytes { one in
                unsafe other.main.withBytes { other in unsafe areEqual(one, other) }
            }
        }
    }
}
