import CPeriluneEncoding
package import PeriluneCore

/// Identifies a log by the digest of its first bytes.
package struct LogFingerprint: Hashable, Sendable {
    /// The number of bytes.
    package let count: Int
    private let digest: String

    /// The number of bytes that are enough to distinguish logs.
    package static let most = 4096

    /// Creates a fingerprint from the first bytes of a log.
    package init(_ bytes: [UInt8]) throws(PeriluneError) {
        count = bytes.count
        var result = [UInt8](repeating: 0, count: cpe_digest_length(CPE_SHA256))
        if let problem = cpe_compute(CPE_SHA256, bytes, bytes.count, &result) {
            throw PeriluneError(
                .logRead, "cannot compute a SHA-256 digest: \(String(cString: problem))")
        }
        let digits = Array("0123456789abcdef".utf8)
        let hexadecimal = result.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        digest = String(decoding: hexadecimal, as: UTF8.self)
    }

    /// Creates the fingerprint of a file on the disk; `nil` if it is not a regular file, which cannot be read again.
    package init?(of path: String) throws(PeriluneError) {
        guard let bytes = try LogSource.firstBytes(Self.most, of: path) else { return nil }
        try self.init(bytes)
    }

    /// Parses ``text``.
    package init?(text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let count = Int(parts[0]), (0...Self.most).contains(count) else {
            return nil
        }
        self.count = count
        digest = String(parts[1])
    }

    /// The fingerprint as text, for storing it.
    package var text: String { "\(count) \(digest)" }

    /// Whether bytes begin in the same way as the log.
    package func matches(_ bytes: [UInt8]) throws(PeriluneError) -> Bool {
        guard bytes.count >= count else { return false }
        return try LogFingerprint(Array(bytes.prefix(count))) == self
    }

    /// Whether a file begins in the same way as the log.
    package func matches(file path: String) throws(PeriluneError) -> Bool {
        guard let bytes = try LogSource.firstBytes(count, of: path) else { return false }
        return try matches(bytes)
    }
}
