import Glibc
import PeriluneCore
import PeriluneFiles

/// Renames files that have become large.
struct Rotation: Sendable {
    /// The size from which a file is renamed.
    let size: Int
    /// The number of renamed files to keep; `nil` keeps all.
    let keep: Int?

    /// Renames a file to `NAME.1`, or to the number after the last one.
    func rotate(_ path: String) throws(PeriluneError) {
        let folder = FilePath.folder(of: path)
        let prefix = FilePath.name(of: path) + "."
        let numbers = TextFile.names(in: folder.isEmpty ? "." : folder).compactMap { name in
            name.hasPrefix(prefix) ? Self.number(name.dropFirst(prefix.count)) : nil
        }.sorted()
        let number = (numbers.last ?? 0) + 1
        guard unsafe rename(path, "\(path).\(number)") == 0 else {
            throw writeError(errno, output: path)
        }
        guard let keep else { return }
        for old in numbers where old <= number - keep { unsafe unlink("\(path).\(old)") }
    }

    /// Whether a file has a name such as those of renamed files.
    static func isRotated(_ path: String) -> Bool {
        let digits = path.utf8.reversed().prefix { $0.isASCIIDigit }.count
        return digits > 0 && path.utf8.dropLast(digits).last == UInt8(ascii: ".")
    }

    /// The number after a name; up to nine digits, since names may come from values.
    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.count <= 9, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
