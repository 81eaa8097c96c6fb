/// Checks names as defined in XML 1.0, fifth edition, without colons.
enum XMLName {
    static func isValid(_ name: String) -> Bool {
        // Almost every name consists of ASCII letters and digits and needs no decoding.
        if let first = name.utf8.first, isLetter(first), name.utf8.allSatisfy(isLetterOrDigit) {
            return true
        }
        guard let first = name.unicodeScalars.first, isStart(first) else { return false }
        return name.unicodeScalars.dropFirst().allSatisfy { isStart($0) || isInner($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte)
    }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61...0x7A, 0x41...0x5A, 0x5F: true
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF: true
        case 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF: true
        case 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF: true
        default: false
        }
    }

    private static func isInner(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x2D, 0x2E, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: false
        }
    }
}
