import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneJSON

/// Tokens in files that only their owner may read, one for each authority, application and user.
struct TokenCache: Sendable {
    private let folder: String
    private let path: String

    /// Creates a cache in a file whose name is a hash of the key, so that it reveals nothing.
    init(folder: String, key: [String]) throws(PeriluneError) {
        self.folder = folder
        let digest = try SHA256.digest(Array(key.joined(separator: "\n").utf8))
        path = "\(folder)/\(Base64.encodeURL(digest.prefix(18))).json"
    }

    /// The stored token; `nil` if there is none or the file is damaged.
    func load() throws(PeriluneError) -> OAuthToken? {
        guard let bytes = try OwnerFile.read(path) else { return nil }
        guard let value = try? Value(json: bytes) else { return nil }
        return OAuthToken(cached: value)
    }

    /// Keeps a token in place of the one before.
    func save(_ token: OAuthToken) throws(PeriluneError) {
        try OwnerFile.makeFolder(folder)
        try OwnerFile.write(Array((token.cached.json + "\n").utf8), to: path)
    }

    /// Forgets the token.
    func clear() { OwnerFile.remove(path) }
}
