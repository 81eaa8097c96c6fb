import Glibc

/// The address of a client, by which connections are counted.
struct ClientAddress: Hashable {
    /// An IPv4 address in its IPv6 form, or the /64 network of an IPv6 address, which one
    /// subscriber usually has.
    let network: [UInt8]
    /// The whole address.
    let bytes: [UInt8]

    /// Creates an address; `nil` for a Unix socket.
    init?(_ address: sockaddr_storage) {
        let raw = withUnsafeBytes(of: address) { Array($0.prefix(28)) }
        switch Int32(address.ss_family) {
        case AF_INET: bytes = Self.mapped + raw[4..<8]
        case AF_INET6: bytes = Array(raw[8..<24])
        default: return nil
        }
        network = bytes.starts(with: Self.mapped) ? bytes : Array(bytes.prefix(8))
    }

    static func == (one: Self, other: Self) -> Bool { one.network == other.network }
    func hash(into hasher: inout Hasher) { hasher.combine(network) }

    /// The prefix of an IPv4-mapped IPv6 address.
    fileprivate static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}

/// An IP address, or a network such as `10.0.0.0/8`.
public struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// The loopback addresses: `127.0.0.0/8` and `::1`.
    public static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

    /// Parses an address or a network; `nil` if the text is neither.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = parts.first, parts.count <= 2 else { return nil }
        var four = in_addr()
        var six = in6_addr()
        let size: Int
        if inet_pton(AF_INET, String(address), &four) == 1 {
            bytes = ClientAddress.mapped + withUnsafeBytes(of: four) { Array($0) }
            size = 32
        } else if inet_pton(AF_INET6, String(address), &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
            size = 128
        } else {
            return nil
        }
        guard let bits = parts.count == 2 ? Int(parts[1]) : size, 0...size ~= bits else {
            return nil
        }
        self.bits = 128 - size + bits
    }

    /// Whether the range contains an address, given as text.
    package func contains(_ text: String) -> Bool {
        guard let other = AddressRange(text), other.bits == 128 else { return false }
        return contains(other.bytes)
    }

    func contains(_ address: ClientAddress) -> Bool { contains(address.bytes) }

    /// The 16 bytes of an address; `nil` for a network.
    var address: [UInt8]? { bits == 128 ? bytes : nil }

    func contains(_ address: [UInt8]) -> Bool {
        let whole = bits / 8
        guard bytes.prefix(whole) == address.prefix(whole) else { return false }
        let rest = bits % 8
        return rest == 0 || (bytes[whole] ^ address[whole]) >> (8 - rest) == 0
    }
}
