package import PeriluneCore

/// The key by which a server recognizes a request that is repeated after an interruption.
package enum IdempotencyKey {
    /// The key of an effect, which includes the source because an id is unique only within it.
    package static func make(source: String, identity: String) throws(PeriluneError) -> String {
        Base64.encodeURL(try SHA256.digest(Array("\(source)\n\(identity)".utf8)).prefix(16))
    }
}
