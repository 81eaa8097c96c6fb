internal import LuaSyntax
internal import PeriluneCore
internal import PeriluneFiles

/// Looks for tests inside of scripts, without running them.
enum InnerTests {
    /// Whether a script's delegate table has a field `tests`.
    static func arePresent(in path: String) throws(PeriluneError) -> Bool {
        arePresent(in: try TextFile.read(path, limit: 1 << 20, what: "script"))
    }

    /// Whether a script's delegate table has a field `tests`.
    static func arePresent(in source: [UInt8]) -> Bool {
        // Nearly all scripts have none; skip parsing those.
        guard source.contains(Array("tests".utf8)) else { return false }
        guard let tree = try? SyntaxTree(parsing: source),
            let names = try? Resolution(tree)
        else { return false }
        return DelegateTable(tree, names).field("tests") != nil
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: [UInt8]) -> Bool {
        guard let first = word.first else { return true }
        var start = startIndex
        while let found = self[start...].firstIndex(of: first) {
            if self[found...].starts(with: word) { return true }
            start = found + 1
        }
        return false
    }
}
