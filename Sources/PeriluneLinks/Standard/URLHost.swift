/// Parses the host of a URL as the standard does.
enum URLHost {
    /// Parses a host into its canonical form.
    ///
    /// - Parameters:
    ///   - text: The text between the user and the port.
    ///   - isOpaque: Whether the scheme is not special, so that the host is not a domain.
    /// - Returns: The host as in ``WebURL/host``.
    /// - Throws: The problem of an invalid host.
    static func parse(
        _ text: ArraySlice<UInt8>, isOpaque: Bool
    ) throws(LinkProblem) -> [UInt8] {
        if text.first == UInt8(ascii: "[") {
            guard text.last == UInt8(ascii: "]"), text.count > 2,
                let address = IPv6Address(text.dropFirst().dropLast())
            else { throw .ipv6 }
            return Array("[\(address.description)]".utf8)
        }
        if isOpaque {
            guard !text.contains(where: isForbidden) else { throw .hostCharacter }
            var host: [UInt8] = []
            host.append(contentsOf: text, encoding: .control)
            return host
        }
        let domain = try DomainName.ascii(decoded(text))
        guard !domain.isEmpty else { throw .hostMissing }
        guard !domain.contains(where: isForbiddenInDomain) else { throw .hostCharacter }
        guard IPv4Address.endsInNumber(domain) else { return domain }
        guard let address = IPv4Address(domain) else { throw .ipv4 }
        return Array(address.description.utf8)
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        let span = text.span
        var position = 0
        while position < span.count {
            bytes.append(span.decodedByte(at: &position, before: span.count))
        }
        return bytes
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, 0x09, 0x0A, 0x0D, UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"),
            UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"),
            UInt8(ascii: "^"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        isForbidden(byte) || byte < 0x20 || byte == UInt8(ascii: "%") || byte == 0x7F
    }
}
