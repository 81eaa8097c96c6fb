internal import Glibc
internal import PeriluneCore

/// Divides the bytes that delegates emitted by output.
package enum NamedLines {
    /// Calls `body` with runs of lines of one output; the output without a name is `nil`.
    ///
    /// The bytes are whole lines.
    package static func forEach<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (String?, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var start = 0
        var next = 0
        while let mark = unsafe find(EmittedLine.mark, in: bytes, from: next) {
            let isNamed = unsafe mark == 0 || bytes[mark - 1] == lineEnd
            // Elsewhere it is a control character in a string of an unchecked log.
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

    /// The lines of each output by its name; the output without a name is an empty string.
    static func byOutput(_ bytes: [UInt8]) -> [String: [UInt8]] {
        var lines: [String: [UInt8]] = [:]
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe forEach(bytes) { output, part in
                unsafe lines[output ?? "", default: []].append(contentsOf: part)
            }
        }
        return lines
    }

    /// How many of the last lines went to outputs with names, by name.
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

    /// Where the last lines begin; `nil` if there are fewer.
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
