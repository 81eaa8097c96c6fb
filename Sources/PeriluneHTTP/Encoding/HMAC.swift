import CPeriluneEncoding
package import PeriluneCore

/// Keyed digests (RFC 2104), which prove that the sender of a message knows the key.
package enum HMAC: String, CaseIterable, Sendable {
    case sha1, sha256, sha384, sha512

    private var algorithm: cpe_digest {
        switch self {
        case .sha1: CPE_SHA1
        case .sha256: CPE_SHA256
        case .sha384: CPE_SHA384
        case .sha512: CPE_SHA512
        }
    }

    /// The digest of a message.
    package func digest(of message: [UInt8], key: [UInt8]) throws(PeriluneError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: cpe_digest_length(algorithm))
        let problem = cpe_compute_keyed(
            algorithm, key, key.count, message, message.count, &digest)
        if let problem {
            throw PeriluneError(
                .httpFailed,
                "cannot compute the digest of a message: \(String(cString: problem))")
        }
        return digest
    }
}
