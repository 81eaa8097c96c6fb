import CPeriluneLinks

/// Converts domain names to ASCII, as the URL standard requires (UTS 46).
enum DomainName {
    /// The maximum length of a name that is not ASCII, because the cost is quadratic in the length of a label.
    static let longest = 4096

    /// The name in lower case and ASCII; ICU is loaded only for a name that is not ASCII.
    static func ascii(_ name: [UInt8]) throws(LinkProblem) -> [UInt8] {
        guard name.contains(where: { $0 >= 0x80 }) else { return name.map(\.lowercased) }
        guard name.count <= longest else { throw .domain }
        if let problem = unsafe perilune_links_load() {
            throw unsafe .domainUnchecked(String(cString: problem))
        }
        // The standard replaces invalid UTF-8 by U+FFFD, which no name may contain.
        guard let text = String(validating: name, as: UTF8.self) else { throw .domain }
        let name = mapped(text)
        var capacity = name.count * 2 + 64
        while true {
            var length = 0
            let ascii = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
                length = unsafe converted(name, into: bytes)
                count = (0...capacity).contains(length) ? length : 0
            }
            guard length >= 0 else { throw .domain }
            if length <= capacity { return ascii }
            capacity = length
        }
    }

    private static func converted(
        _ name: [UInt8], into bytes: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        unsafe name.withUnsafeBytes { source in
            guard let start = source.baseAddress, let target = bytes.baseAddress
            else { return -1 }
            return unsafe perilune_links_domain_to_ascii(
                start.assumingMemoryBound(to: CChar.self), source.count,
                UnsafeMutableRawPointer(target).assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }

    /// Maps the characters that Unicode 15.1 and 16 map but ICU 72 does not know; newer versions of ICU do the same.
    private static func mapped(_ text: String) -> [UInt8] {
        guard text.unicodeScalars.contains(where: { recentMapping($0) != nil }) else {
            return Array(text.utf8)
        }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard let value = recentMapping(scalar) else {
                result.append(scalar)
                continue
            }
            if value != 0, let mapped = Unicode.Scalar(value) { result.append(mapped) }
        }
        return Array(String(result).utf8)
    }

    /// The mapping of a character since Unicode 15.1; 0 if it is ignored, `nil` if there is none.
    private static func recentMapping(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar.value {
        case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x2061...0x2063, 0x206A...0x206F, 0x3164,
            0xFFA0, 0x1D173...0x1D17A:
            0
        case 0x04C0: 0x04CF
        case 0x10A0...0x10C5: scalar.value - 0x10A0 + 0x2D00
        case 0x1E9E: 0x00DF
        case 0x2132: 0x214E
        case 0x2183: 0x2184
        case 0x2F868: 0x36FC
        case 0x2F874: 0x5F53
        case 0x2F91F: 0x243AB
        case 0x2F95F: 0x7AEE
        case 0x2F9BF: 0x45D7
        default: nil
        }
    }
}
