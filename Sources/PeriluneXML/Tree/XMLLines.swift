import Glibc

/// Finds the lines and columns of a document.
///
/// It keeps the line of every 64th byte and reads on from there, so that neither a document of empty lines nor one of a
/// single long line takes much memory or time.
struct XMLLines {
    private static let step = 64

    private struct Line {
        var number: UInt32 = 1
        /// The offset at which it begins.
        var start: UInt32 = 0
    }

    private let source: [UInt8]
    /// The lines of the bytes 0, 64 and so on.
    private var lines: [Line] = []

    init(of source: [UInt8]) {
        self.source = source
        lines.reserveCapacity(source.count / Self.step + 1)
        var line = Line()
        for start in stride(from: 0, to: source.count, by: Self.step) {
            lines.append(line)
            advance(&line, over: start..<min(start + Self.step, source.count))
        }
    }

    /// The line and column, both from 1, of the `<` of a tag that ends at an offset.
    ///
    /// Columns are counted in bytes. Values of attributes contain no `<`.
    func place(ofTagEndingAt end: UInt32) -> (line: Int, column: Int) {
        let end = min(Int(end), source.count)
        let start = source[..<end].lastIndex(of: UInt8(ascii: "<")) ?? 0
        let step = start / Self.step
        var line = lines[step]
        advance(&line, over: step * Self.step..<start)
        return (Int(line.number), start - Int(line.start) + 1)
    }

    private func advance(_ line: inout Line, over range: Range<Int>) {
        source.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            var offset = range.lowerBound
            while let found = memchr(base + offset, 0x0A, range.upperBound - offset) {
                offset = UnsafeRawPointer(base).distance(to: found) + 1
                line.number += 1
                line.start = UInt32(offset)
            }
        }
    }
}
