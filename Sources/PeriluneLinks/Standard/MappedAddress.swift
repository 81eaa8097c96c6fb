import PeriluneCore

/// IPv4-mapped IPv6 addresses: a connection to `[::ffff:127.0.0.1]` is one to `127.0.0.1`.
///
/// The URL standard treats both as different hosts. Rules treat them as equal, because the system connects to the
/// same address.
package enum MappedAddress {
    /// The IPv4 address of an IPv4-mapped host in its shortest notation; `nil` for any other host.
    package static func ipv4(of host: some Collection<UInt8>) -> String? {
        let start = "[::ffff:".utf8
        guard host.starts(with: start), host.count > start.count else { return nil }
        let groups = host.dropFirst(start.count).dropLast().split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard groups.count == 2, let high = group(groups[0]), let low = group(groups[1]) else {
            return nil
        }
        return "\(high >> 8).\(high & 255).\(low >> 8).\(low & 255)"
    }

    private static func group(_ digits: some Collection<UInt8>) -> UInt16? {
        guard !digits.isEmpty, digits.count <= 4 else { return nil }
        var value: UInt16 = 0
        for byte in digits {
            guard let digit = byte.hexadecimalValue else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
