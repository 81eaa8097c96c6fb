extension SVGBuffer {
    /// Text with everything escaped that has a meaning in XML, and without what it may not hold.
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
        func letter(_ value: UInt32) -> UInt8 {
            switch value & 63 {
            case let v where v < 26: UInt8(ascii: "A") + UInt8(v)
            case let v where v < 52: UInt8(ascii: "a") + UInt8(v - 26)
            case let v where v < 62: UInt8(ascii: "0") + UInt8(v - 52)
            case 62: UInt8(ascii: "+")
            default: UInt8(ascii: "/")
            }
        }
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let length = min(3, bytes.count - start)
            var group: UInt32 = 0
            for place in 0..<3 {
                group = group << 8 | (place < length ? UInt32(bytes[start + place]) : 0)
            }
            byte(letter(group >> 18))
            byte(letter(group >> 12))
            byte(length > 1 ? letter(group >> 6) : UInt8(ascii: "="))
            byte(length > 2 ? letter(group) : UInt8(ascii: "="))
        }
    }
}
