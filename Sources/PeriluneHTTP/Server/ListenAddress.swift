/// The addresses that servers listen on, as text.
enum ListenAddress {
    /// Whether it can only be reached from this machine.
    static func isLocal(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "::1"
    }

    /// The address as in a URL, with brackets for IPv6.
    static func host(_ address: String) -> String {
        address.contains(":") ? "[\(address)]" : address
    }
}

extension HTTPServerOptions {
    /// Whether the server can only be reached from this machine.
    package var isLocal: Bool { ListenAddress.isLocal(address) }

    /// The address as in a URL.
    package var host: String { ListenAddress.host(address) }
}
