internal import Glibc
internal import PeriluneCore

/// Splits emitted lines by output.
package enum NamedLines {
    /// Calls `body` with consecutive lines of the same output; the default output is `nil`.
    ///
    /// The bytes must be whole lines.
    package static func forEach<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (String?, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var start = 0
        var next = 0
        while let mark = unsafe find(EmittedLine.mark, in: bytes, from: next) {
            let isNamed = unsafe mark == 0 || bytes[mark - 1] == lineEnd
            // A mark elsewhere is a control character in a string of an unchecked log.
            guard isNamed, let nameEnd = unsafe find(EmittedLine.mark, in: bytes, from: mark + 1)
            else {
                next = mark + 1
                continue
            }
            let end = unsafe find(lineEnd, in: bytes, from: nameEnd).map { $0 + 1 } ?? bytes.count
            if mark > start {
                try unsafe body(nil, UnsafeRawBufferPointer(rebasing: bytes[start..<mark]))
            }
            let name = unsafe String(decoding: bytes[(mark + 1)..<nameEnd], as: UTF8.self)
            try unsafe body(name, UnsafeRawBufferPointer(rebasing: bytes[(nameEnd + 1)..<end]))
            start = end
            next = end
        }
        if start < bytes.count {
            try unsafe body(nil, UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// The lines of each output by name; the name of the default output is empty.
    static func byOutput(_ bytes: [UInt8]) -> [String: [UInt8]] {
        var lines: [String: [UInt8]] = [:]
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe forEach(bytes) { output, part in
                unsafe lines[output ?? "", default: []].append(contentsOf: part)
            }
        }
        return lines
    }

    /// The number of the last lines that went to each named output.
    static func counts(
        ofLast number: Int, in bytes: UnsafeRawBufferPointer
    ) -> [String: Int] {
        guard let start = unsafe start(ofLast: number, in: bytes) else { return [:] }
        var counts: [String: Int] = [:]
        unsafe forEach(UnsafeRawBufferPointer(rebasing: bytes[start...])) { output, _ in
            if let output { counts[output, default: 0] += 1 }
        }
        return counts
    }

    /// The offset of the last `number` lines; `nil` if there are fewer.
    static func start(ofLast number: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        var start = bytes.count
        for _ in 0..<number {
            start -= 1
            while start > 0, unsafe bytes[start - 1] != lineEnd { start -= 1 }
        }
        return start < 0 ? nil : start
    }

    private static let lineEnd = UInt8(ascii: "\n")

    private static func find(
        _ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }
}
