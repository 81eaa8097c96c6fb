import Glibc

/// Input files, which no output may overwrite: paths or patterns (glob).
package struct InputFiles: Sendable {
    private let patterns: [String]
    private let paths: Set<String>
    /// The identities of those that exist.
    package let identities: Set<FileIdentity>

    /// Creates a set of the files that paths and patterns name.
    package init(_ names: [String]) {
        patterns = names.map { FilePath.absolute($0) }
        paths = []
        // A pattern may match a link to another file.
        let files = names + names.flatMap { FilePath.matching($0, limit: 10_000) }
        identities = Set(files.compactMap { FileIdentity(path: $0) })
    }

    /// Creates a set of files from names that are not patterns; `-` is standard input.
    package init(exactly names: [String]) {
        patterns = []
        paths = Set(names.filter { $0 != "-" }.map(FilePath.resolved))
        identities = Set(
            names.compactMap { FileIdentity(path: $0 == "-" ? "/dev/stdin" : $0) })
    }

    /// Whether a file is in the set, or will be once it exists.
    package func contains(_ path: String) -> Bool {
        if let identity = FileIdentity(path: path), identities.contains(identity) { return true }
        return paths.contains(FilePath.resolved(path)) || matches(path)
    }

    /// Whether a path is one of the names, or matches one of the patterns.
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
