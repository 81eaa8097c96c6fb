package import PeriluneCore

/// By what a server knows a request that comes again after an interruption.
package enum IdempotencyKey {
    /// The key of an effect: an id is unique only within its source.
    package static func make(source: String, identity: String) throws(PeriluneError) -> String {
        Base64.encodeURL(try SHA256.digest(Array("\(source)\n\(identity)".utf8)).prefix(16))
    }
}
