/// The special schemes of the URL standard.
///
/// Only their links treat backslashes as separators, have domains as hosts, and default ports.
package enum SpecialScheme: UInt8, Sendable, CaseIterable {
    case http, https, ws, wss, ftp, file

    /// The special scheme of this name, in any case; `nil` for any other name.
    package init?(_ name: some Collection<UInt8>) {
        guard (2...5).contains(name.count) else { return nil }
        var word: UInt64 = 0
        for byte in name { word = word << 8 | UInt64(byte.lowercased) }
        switch word {
        case 0x6874_7470: self = .http
        case 0x68_7474_7073: self = .https
        case 0x7773: self = .ws
        case 0x77_7373: self = .wss
        case 0x66_7470: self = .ftp
        case 0x6669_6C65: self = .file
        default: return nil
        }
    }

    /// The default port; `nil` for `file`.
    package var defaultPort: UInt16? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .file: nil
        }
    }

    /// The scheme in lower case, without its colon.
    package var name: String {
        switch self {
        case .http: "http"
        case .https: "https"
        case .ws: "ws"
        case .wss: "wss"
        case .ftp: "ftp"
        case .file: "file"
        }
    }
}
