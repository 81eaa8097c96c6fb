package import Arguments

/// The options of commands that listen.
package enum ListenOptions {
    /// The host and port of `--listen`.
    package static func address(
        _ text: String, program: String
    ) throws -> (String, UInt16) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else {
            throw misuse(
                "--listen must be HOST:PORT with a port from 0 to 65535, not '\(text)'", program)
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        switch host {
        case "localhost": host = "127.0.0.1"
        case "", "*": host = "0.0.0.0"
        default: break
        }
        return (host, port)
    }

    /// Checks the values of `--allow-host` and `--allow-origin`.
    package static func check(
        hosts: [String], origins: [String], program: String
    ) throws(UsageError) {
        for host in hosts where host != "*" {
            let name = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
            if !name.isEmpty, !name.contains("/"), !name.contains("*") { continue }
            throw misuse(
                "--allow-host must be a name without a scheme or path, not '\(host)'", program)
        }
        for origin in origins where origin != "null" && !isOrigin(origin) {
            throw misuse(
                "--allow-origin must be a scheme and a host such as https://app.example.com, not '\(origin)'",
                program)
        }
    }

    private static func isOrigin(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].hasSuffix(":") && parts[1].isEmpty && !parts[2].isEmpty
    }

    private static func misuse(_ message: String, _ program: String) -> UsageError {
        UsageError(.invalidValue, message, program: program)
    }
}
