import Glibc

/// Finds the lines and columns of a document.
///
/// It keeps the line of every 256th byte and reads on from there, so that neither a document of empty lines nor one of a
/// single long line takes much memory or time.
struct XMLLines {
    private static let step = 256

    private struct Line {
        var number: UInt32 = 1
        /// The offset at which it begins.
        var start: UInt32 = 0
    }

    private let source: [UInt8]
    /// The lines of the bytes 0, 256 and so on.
    private var lines: [Line] = []

    init(of source: [UInt8]) {
        self.source = source
        lines.reserveCapacity(source.count / Self.step + 1)
        var line = Line()
        while let end = lineFeed(in: Int(line.start)..<source.count) {
            fill(upTo: end, with: line)
            line = Line(number: line.number + 1, start: UInt32(end + 1))
        }
        fill(upTo: source.count, with: line)
    }

    /// The line and column, both from 1, of the `<` of a tag that ends at an offset.
    ///
    /// Columns are counted in bytes. Values of attributes contain no `<`.
    func place(ofTagEndingAt end: UInt32) -> (line: Int, column: Int) {
        let end = min(Int(end), source.count)
        let start = source[..<end].lastIndex(of: UInt8(ascii: "<")) ?? 0
        let step = start / Self.step
        var line = lines[step]
        var offset = step * Self.step
        while let end = lineFeed(in: offset..<start) {
            offset = end + 1
            line = Line(number: line.number + 1, start: UInt32(offset))
        }
        return (Int(line.number), start - Int(line.start) + 1)
    }

    /// Notes the line of the steps through an offset.
    private mutating func fill(upTo offset: Int, with line: Line) {
        while lines.count * Self.step <= offset { lines.append(line) }
    }

    private func lineFeed(in range: Range<Int>) -> Int? {
        source.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + range.lowerBound, 0x0A, range.count)
            else { return nil }
            return UnsafeRawPointer(base).distance(to: found)
        }
    }
}
