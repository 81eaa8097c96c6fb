import Glibc
import PeriluneCore

/// Writing JSON to bytes without temporary strings.
extension [UInt8] {
    mutating func append(_ text: StaticString) {
        unsafe append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    mutating func append(number: Int) {
        guard number >= 10 else { return append(UInt8(ascii: "0") + UInt8(Swift.max(0, number))) }
        var place = 1
        while number / place >= 10 { place *= 10 }
        while place > 0 {
            append(UInt8(ascii: "0") + UInt8(number / place % 10))
            place /= 10
        }
    }

    /// Appends text as between the quotes of a JSON string.
    mutating func append(escaping bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            var index = 0
            while true {
                unsafe index = Self.endOfPlain(UnsafeRawBufferPointer(bytes), from: index)
                if index == bytes.count { break }
                unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
                unsafe appendEscape(of: bytes[index])
                index += 1
                start = index
            }
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// The first byte from an index on that needs an escape, or the end; looks at eight bytes at once.
    private static func endOfPlain(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        let each: UInt64 = 0x0101_0101_0101_0101
        var index = start
        while index + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quote = word ^ each &* 0x22
            let backslash = word ^ each &* 0x5C
            // The highest bit of a byte is set if it is below 0x20, or 0 after the exclusive or.
            let control = (word &- each &* 0x20) & ~word
            let found = control | (quote &- each) & ~quote | (backslash &- each) & ~backslash
            if found & (each &* 0x80) != 0 { break }
            index += 8
        }
        while index < bytes.count {
            let byte = unsafe bytes[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index += 1
        }
        return index
    }

    /// Appends text as a JSON string.
    mutating func append(string bytes: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        append(escaping: bytes)
        append(UInt8(ascii: "\""))
    }

    /// Appends a number, true, false, or null for an empty text.
    ///
    /// - Returns: Whether the text is one of these.
    mutating func append(typed text: Span<UInt8>) -> Bool {
        if text.isEmpty {
            append("null")
        } else if text.has(Self.yes, at: 0), text.count == 4 {
            append("true")
        } else if text.has(Self.no, at: 0), text.count == 5 {
            append("false")
        } else if text.isJSONNumber {
            append(copying: text)
        } else {
            return false
        }
        return true
    }

    private static let yes = Array("true".utf8)
    private static let no = Array("false".utf8)

    /// Appends text as a JSON string.
    mutating func append(string bytes: [UInt8]) { append(string: bytes.span) }

    private mutating func appendEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        case ..<0x20:
            append("u00")
            append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
            let digit = byte & 15
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: append(byte)
        }
    }
}

extension Span<UInt8> {
    /// Whether all bytes are ASCII.
    var isASCII: Bool {
        unsafe withUnsafeBytes { bytes in
            var index = 0
            var high: UInt64 = 0
            while index + 8 <= bytes.count {
                unsafe high |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                index += 8
            }
            while index < bytes.count {
                unsafe high |= UInt64(bytes[index])
                index += 1
            }
            return high & 0x8080_8080_8080_8080 == 0
        }
    }

    /// Throws `event.utf8` unless the bytes are UTF-8.
    func checkUTF8() throws(PeriluneError) {
        if !isASCII { _ = try text() }
    }

    /// The position of a byte from an index on.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Whether these bytes stand at an index.
    func has(_ bytes: [UInt8], at start: Int) -> Bool {
        guard start + bytes.count <= count else { return false }
        for index in bytes.indices where self[start + index] != bytes[index] { return false }
        return true
    }
}
