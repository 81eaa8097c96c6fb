/// Writes bytes into memory that was reserved for all of them.
///
/// The caller computes the required capacity first, so that the single writes do not check it.
@unsafe package struct ByteCursor {
    @usableFromInline var place: UnsafeMutableRawPointer
    /// The end of the reserved memory, for assertions.
    @usableFromInline let end: UnsafeMutableRawPointer

    @inlinable @inline(__always)
    init(_ place: UnsafeMutableRawPointer, room: Int) {
        unsafe self.place = place
        unsafe end = place + room
    }

    /// Appends a byte.
    @inlinable @inline(__always)
    package mutating func put(_ byte: UInt8) {
        unsafe assert(place < end, "more bytes than there is room for")
        unsafe place.storeBytes(of: byte, as: UInt8.self)
        unsafe place += 1
    }

    /// Appends bytes.
    @inlinable @inline(__always)
    package mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        unsafe assert(bytes.count <= end - place, "more bytes than there is room for")
        unsafe place.copyMemory(from: start, byteCount: bytes.count)
        unsafe place += bytes.count
    }

    /// Appends a constant.
    @inlinable @inline(__always)
    package mutating func put(_ text: StaticString) {
        unsafe put(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the digits of a number.
    package mutating func put(decimal number: UInt64) {
        var unit: UInt64 = 1
        while number / unit >= 10 { unit *= 10 }
        var rest = number
        while unit > 0 {
            unsafe put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    /// Appends a byte of a JSON string, escaped if necessary: at most six bytes.
    @inlinable @inline(__always)
    package mutating func put(escaping byte: UInt8) {
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            unsafe put(byte)
        } else {
            unsafe putEscape(of: byte)
        }
    }

    @usableFromInline
    mutating func putEscape(of byte: UInt8) {
        unsafe put(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): unsafe put(byte)
        case 0x0A: unsafe put(UInt8(ascii: "n"))
        case 0x0D: unsafe put(UInt8(ascii: "r"))
        case 0x09: unsafe put(UInt8(ascii: "t"))
        default:
            unsafe put("u00")
            unsafe put(Self.hexadecimal(byte >> 4))
            unsafe put(Self.hexadecimal(byte & 15))
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}

extension JSONWriter {
    /// Appends JSON text in three pieces.
    package mutating func raw(_ first: StaticString, _ second: Span<UInt8>, _ third: [UInt8]) {
        unsafe second.withUnsafeBytes { second in
            unsafe third.withUnsafeBytes { third in
                let count = first.utf8CodeUnitCount + second.count + third.count
                unsafe raw(atMost: count) { cursor in
                    unsafe cursor.put(first)
                    unsafe cursor.put(second)
                    unsafe cursor.put(third)
                }
            }
        }
    }

    /// Appends JSON text, such as members: `body` writes at most `count` bytes.
    package mutating func raw(atMost count: Int, _ body: (inout ByteCursor) -> Void) {
        unsafe append(atMost: count + 1) { cursor, needsComma in
            if needsComma { unsafe cursor.put(UInt8(ascii: ",")) }
            unsafe body(&cursor)
        }
    }
}
