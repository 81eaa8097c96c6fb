import CGnuTLS
package import PeriluneCore

/// Computes SHA-256 digests.
package enum SHA256 {
    /// The 32 bytes of the digest.
    package static func digest(_ bytes: [UInt8]) throws(PeriluneError) -> [UInt8] {
        try SharedLibrary.gnutls.load()
        var digest = [UInt8](repeating: 0, count: 32)
        guard gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest) == 0 else {
            throw PeriluneError(.httpFailed, "cannot compute a SHA-256 digest")
        }
        return digest
    }

    /// The digest in hexadecimal, as `sha256sum` writes it.
    package static func hexadecimal(_ bytes: [UInt8]) throws(PeriluneError) -> String {
        Hexadecimal.encode(try digest(bytes))
    }
}

/// Cryptographically secure random bytes.
package func secureRandom(_ count: Int) throws(PeriluneError) -> [UInt8] {
    try SharedLibrary.gnutls.load()
    var bytes = [UInt8](repeating: 0, count: count)
    guard gnutls_rnd(GNUTLS_RND_KEY, &bytes, count) == 0 else {
        throw PeriluneError(.httpFailed, "cannot get random bytes from the system")
    }
    return bytes
}

/// Compares two secrets in a time that does not depend on where they differ.
///
/// The time may depend on their lengths.
package func isEqualInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
}
