/// The names of this machine in URLs.
package enum Loopback {
    /// Whether a host, with or without a port, is this machine.
    package static func contains(_ authority: some StringProtocol) -> Bool {
        let host =
            authority.hasPrefix("[")
            ? authority.drop { $0 == "[" }.prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        if host.lowercased() == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
            .map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}
