import Glibc

/// The addresses to which a request may connect, whatever the name of the host resolves to.
///
/// Public addresses are allowed. Loopback, private and link-local networks, and all others that the IANA registries
/// list for special purposes, are not, unless a range includes them. An IPv6 address that stands for an IPv4 address
/// is checked as the IPv4 address.
package struct AddressPolicy: Sendable {
    private let allowed: [AddressRange]

    /// Allows public addresses, and the given ranges.
    package init(allowing ranges: [AddressRange] = []) { allowed = ranges }

    /// Whether a connection to an address may be opened.
    package func allows(_ address: String) -> Bool {
        guard let bytes = AddressRange(address)?.address else { return false }
        return allowed.contains { $0.contains(bytes) } || Self.isPublic(bytes)
    }

    private static func isPublic(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes
        if nat64.contains(bytes) {
            bytes = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes[12...]
        }
        if mapped.contains(bytes) { return !special4.contains { $0.contains(bytes) } }
        return global6.contains { $0.contains(bytes) } && !special6.contains { $0.contains(bytes) }
    }

    private static func ranges(_ texts: [String]) -> [AddressRange] {
        texts.compactMap { AddressRange($0) }
    }

    private static let mapped = ranges(["::ffff:0:0/96"])
    private static let nat64 = ranges(["64:ff9b::/96"])
    private static let global6 = ranges(["2000::/3"])
    private static let special6 = ranges(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])
    private static let special4 = ranges([
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    ])
}

extension [AddressRange] {
    fileprivate func contains(_ address: [UInt8]) -> Bool { contains { $0.contains(address) } }
}
