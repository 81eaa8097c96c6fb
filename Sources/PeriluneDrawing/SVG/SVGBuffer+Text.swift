import CPeriluneEncoding

extension SVGBuffer {
    /// Appends text with XML escapes, without characters that XML does not allow.
    mutating func escaped(_ text: String) {
        var text = OneLine.of(text)
        text.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                let entity: StaticString
                switch byte {
                case UInt8(ascii: "&"): entity = "&amp;"
                case UInt8(ascii: "<"): entity = "&lt;"
                case UInt8(ascii: ">"): entity = "&gt;"
                case UInt8(ascii: "\""): entity = "&quot;"
                default: continue
                }
                raw(UnsafeBufferPointer(rebasing: bytes[start..<index]))
                raw(entity)
                start = index + 1
            }
            raw(UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// ` name="number"`; `open` holds all before the number.
    @inline(__always)
    mutating func attribute(_ open: StaticString, _ value: Double) {
        raw(open)
        number(value)
        byte(UInt8(ascii: "\""))
    }

    mutating func attribute(_ open: StaticString, _ value: Int) {
        raw(open)
        integer(value)
        byte(UInt8(ascii: "\""))
    }

    mutating func attribute(_ open: StaticString, _ value: String) {
        raw(open)
        escaped(value)
        byte(UInt8(ascii: "\""))
    }

    /// `#rrggbb` between quotes.
    mutating func attribute(_ open: StaticString, _ color: Color) {
        raw(open)
        byte(UInt8(ascii: "#"))
        for part in [color.red, color.green, color.blue] {
            hex(part >> 4)
            hex(part & 15)
        }
        byte(UInt8(ascii: "\""))
    }

    mutating func hex(_ digit: UInt8) {
        byte(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }

    mutating func base64(_ bytes: [UInt8]) {
        let room = cpe_base64_room(bytes.count)
        let text = [UInt8](unsafeUninitializedCapacity: room) { text, count in
            count = cpe_base64_encode(bytes, bytes.count, CPE_STANDARD, text.baseAddress)
        }
        text.withUnsafeBufferPointer { raw($0) }
    }
}
