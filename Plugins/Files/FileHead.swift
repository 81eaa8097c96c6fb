import PeriluneCore
import PeriluneFiles

/// The first bytes of a file, uncompressed, with their digests.
struct FileHead {
    private let bytes: [UInt8]
    private var known: [Int: LogFingerprint] = [:]

    init(of path: String) throws(PeriluneError) {
        let most = LogFingerprint.most
        bytes =
            RotatedName.isCompressed(path)
            ? Array(try LogSource.start(of: path).prefix(most))
            : try LogSource.firstBytes(most, of: path) ?? []
    }

    /// The fingerprint of all of them.
    var fingerprint: LogFingerprint? { try? LogFingerprint(bytes) }

    /// Whether the file begins as another one did; that of an unknown beginning does.
    mutating func matches(_ fingerprint: LogFingerprint?) -> Bool {
        guard let fingerprint else { return true }
        guard fingerprint.count <= bytes.count else { return false }
        let own =
            known[fingerprint.count] ?? (try? LogFingerprint(Array(bytes[..<fingerprint.count])))
        known[fingerprint.count] = own
        return own == fingerprint
    }

    /// Whether these bytes start with those of another file.
    func begins(with other: Self) -> Bool { bytes.starts(with: other.bytes) }
}
