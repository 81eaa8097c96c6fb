import Glibc
import PeriluneCore
import PeriluneJSON

/// Writing JSON to bytes without temporary strings.
extension [UInt8] {
    mutating func append(_ text: StaticString) {
        unsafe append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
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

    /// The index of the first byte that needs an escape, or the end; checks eight bytes at a time.
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
        let bytes = unsafe bytes
        func word(_ index: Int) -> UInt64 {
            unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        }
        var index = 0
        var rest: UInt64 = 0
        while index + 32 <= count {
            rest |= word(index) | word(index + 8) | word(index + 16) | word(index + 24)
            index += 32
        }
        while index + 8 <= count {
            rest |= word(index)
            index += 8
        }
        while index < count {
            rest |= UInt64(self[index])
            index += 1
        }
        return rest & 0x8080_8080_8080_8080 == 0
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

    /// The index of a byte from a start on, or the end; fastest if it is near.
    func position(of byte: UInt8, from start: Int) -> Int {
        let wanted = 0x0101_0101_0101_0101 &* UInt64(byte)
        var index = start
        while index + 8 <= count {
            let word = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: index, as: UInt64.self)
            let found = (word.littleEndian ^ wanted).zeroBytes
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count, self[index] != byte { index += 1 }
        return index
    }

    func isEqual(to other: Span<UInt8>) -> Bool { count == other.count && has(other, at: 0) }

    /// Whether these bytes are at an index.
    func has(_ other: Span<UInt8>, at start: Int) -> Bool {
        guard start + other.count <= count else { return false }
        var index = 0
        while index + 8 <= other.count {
            let word = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: start + index, as: UInt64.self)
            let wanted = unsafe other.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: index, as: UInt64.self)
            if word != wanted { return false }
            index += 8
        }
        while index < other.count {
            if self[start + index] != other[index] { return false }
            index += 1
        }
        return true
    }

    /// Whether these bytes are at an index.
    func has(_ other: [UInt8], at start: Int) -> Bool { has(other.span, at: start) }
}

extension UInt64 {
    /// The high bit of every byte that is zero.
    var zeroBytes: UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return ~(((self & low) &+ low) | self | low)
    }
}

extension EventBuilder {
    private static let null = Array("null".utf8)
    private static let yes = Array("true".utf8)
    private static let no = Array("false".utf8)

    /// Writes a number, true, false, or null for an empty text.
    ///
    /// - Returns: Whether the text is one of these.
    func writesTyped(_ text: Span<UInt8>) -> Bool {
        if text.isEmpty {
            scalar(Self.null.span)
        } else if text.isEqual(to: Self.yes.span) || text.isEqual(to: Self.no.span)
            || text.isJSONNumber
        {
            scalar(text)
        } else {
            return false
        }
        return true
    }
}
