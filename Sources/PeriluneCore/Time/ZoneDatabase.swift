internal import Glibc
internal import Synchronization

/// The time zones of this machine, each read once.
enum ZoneDatabase {
    private static let folder = "/usr/share/zoneinfo/"
    private static let known = Mutex<[String: ZoneRules]>([:])
    /// The size limit of a file; the largest files have 4 KB.
    private static let longestFile = 1 << 16

    /// The rules of a place.
    ///
    /// - Throws: `time.zone`.
    static func rules(_ name: String) throws(PeriluneError) -> ZoneRules {
        if let rules = known.withLock({ $0[name] }) { return rules }
        guard isName(name), let file = read(folder + name), let rules = ZoneRules(file) else {
            throw PeriluneError(
                "time.zone", "there is no time zone '\(name.prefix(64))'",
                hint: read(folder + "UTC") == nil
                    ? "install the package tzdata"
                    : "write UTC, an offset such as +01:00, or a name such as Europe/Berlin")
        }
        known.withLock { $0[name] = rules }
        return rules
    }

    /// Whether a name is a path below the folder, without `..`.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count <= 64 && name.first?.isLetter == true && !name.contains("//")
            && name.utf8.allSatisfy {
                (97...122).contains($0 | 0x20) || (48...57).contains($0) || "/_+-".utf8.contains($0)
            }
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        let file = unsafe [UInt8](unsafeUninitializedCapacity: longestFile) { buffer, count in
            count = unsafe max(0, Glibc.read(descriptor, buffer.baseAddress, longestFile))
        }
        return file.isEmpty ? nil : file
    }
}
