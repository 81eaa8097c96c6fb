import PeriluneFiles

/// The names that log rotation gives to old files.
enum RotatedName {
    private static let packed = [".gz", ".zst", ".bz2", ".xz"]

    static func isCompressed(_ path: String) -> Bool { packed.contains { path.hasSuffix($0) } }

    /// Whether two paths may be files of the same log: `access.log`, `access.log.1`, `access.log-20260302.gz`,
    /// `access-1.log`.
    static func belongToOneLog(_ path: String, _ other: String) -> Bool {
        path != other && log(path) == log(other)
    }

    /// The path of the log before it was rotated.
    static func log(_ path: String) -> String { FilePath.folder(of: path) + name(path) }

    private static func name(_ path: String) -> String {
        var name = FilePath.name(of: path)[...]
        if let ending = packed.first(where: { name.hasSuffix($0) }) {
            name = name.dropLast(ending.count)
        }
        if name.hasSuffix(".old") { return String(name.dropLast(4)) }
        if let log = withoutNumber(name) { return log }
        guard let dot = name.lastIndex(of: "."), let log = withoutNumber(name[..<dot]) else {
            return String(name)
        }
        return log + name[dot...]
    }

    /// The text before a number or a time with separators; `nil` if there is none.
    private static func withoutNumber(_ text: Substring) -> String? {
        let number = text.reversed().prefix { character in
            character.isASCII && (character.isNumber || ".-_:TZ+".contains(character))
        }
        // It begins with a separator: the last letter before may be one of a time.
        let tail = text.suffix(number.count).drop { !".-_".contains($0) }
        guard tail.contains(where: \.isNumber), tail.count < text.count else { return nil }
        return String(text.dropLast(tail.count))
    }
}
