import CCurl
import Glibc

/// Converts addresses to which libcurl is about to connect to text.
enum AddressText {
    /// The address without its port; `nil` if it is not an IP address.
    static func read(_ address: UnsafeMutablePointer<curl_sockaddr>) -> String? {
        // The declared type of the member is shorter than the actual address.
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let place = UnsafeRawPointer(address) + offset
        switch address.pointee.family {
        case AF_INET: return text(AF_INET, place + 4)
        case AF_INET6: return text(AF_INET6, place + 8)
        default: return nil
        }
    }

    private static func text(_ family: Int32, _ bytes: UnsafeRawPointer) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
