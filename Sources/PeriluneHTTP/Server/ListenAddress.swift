/// The addresses that servers listen on, IPv4 or IPv6, as text.
enum ListenAddress {
    /// Whether only this machine reaches it.
    static func isLocal(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "::1"
    }

    /// The address as in a URL: IPv6 in brackets.
    static func host(_ address: String) -> String {
        address.contains(":") ? "[\(address)]" : address
    }
}

extension HTTPServerOptions {
    /// Whether only this machine reaches the server.
    package var isLocal: Bool { ListenAddress.isLocal(address) }

    /// The address as in a URL.
    package var host: String { ListenAddress.host(address) }
}
