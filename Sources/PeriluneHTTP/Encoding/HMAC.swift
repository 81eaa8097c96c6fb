import CGnuTLS
package import PeriluneCore

/// Keyed digests (RFC 2104), which prove that a message comes from somebody who has the key.
package enum HMAC: String, CaseIterable, Sendable {
    case sha1, sha256, sha384, sha512

    /// The digest of a message.
    package func digest(of message: [UInt8], key: [UInt8]) throws(PeriluneError) -> [UInt8] {
        try SharedLibrary.gnutls.load()
        let (algorithm, length) =
            switch self {
            case .sha1: (GNUTLS_MAC_SHA1, 20)
            case .sha256: (GNUTLS_MAC_SHA256, 32)
            case .sha384: (GNUTLS_MAC_SHA384, 48)
            case .sha512: (GNUTLS_MAC_SHA512, 64)
            }
        var digest = [UInt8](repeating: 0, count: length)
        let result = gnutls_hmac_fast(
            algorithm, key, key.count, message, message.count, &digest)
        guard result == 0 else {
            throw PeriluneError(.httpFailed, "cannot compute the digest of a message")
        }
        return digest
    }
}
