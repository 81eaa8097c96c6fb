import Glibc

/// Files that are read, which no output may write: by path, or by pattern (glob).
package struct InputFiles: Sendable {
    private let patterns: [String]
    private let paths: Set<String>
    /// Those of them that exist.
    package let identities: Set<FileIdentity>

    /// Makes a set of the files that the paths and patterns name.
    package init(_ names: [String]) {
        patterns = names.map { FilePath.absolute($0) }
        paths = []
        // A pattern may match a link to a file elsewhere.
        let files = names + names.flatMap { FilePath.matching($0, limit: 10_000) }
        identities = Set(files.compactMap { FileIdentity(path: $0) })
    }

    /// Makes a set of files whose names are no patterns; `-` is standard input.
    package init(exactly names: [String]) {
        patterns = []
        paths = Set(names.filter { $0 != "-" }.map(FilePath.resolved))
        identities = Set(
            names.compactMap { FileIdentity(path: $0 == "-" ? "/dev/stdin" : $0) })
    }

    /// Whether a file is one of them, or will be once it exists.
    package func contains(_ path: String) -> Bool {
        if let identity = FileIdentity(path: path), identities.contains(identity) { return true }
        return paths.contains(FilePath.resolved(path)) || matches(path)
    }

    /// Whether a path is one of the names, or matches a pattern.
    package func matches(_ path: String) -> Bool {
        let names = [FilePath.absolute(path), FilePath.resolved(path)]
        for name in names {
            for pattern in patterns where fnmatch(pattern, name, FNM_PATHNAME | FNM_PERIOD) == 0 {
                return true
            }
        }
        return false
    }
}
