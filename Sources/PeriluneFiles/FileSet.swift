import Glibc
package import PeriluneCore

/// Files that are given by paths or patterns (glob), such as those that no output may overwrite.
///
/// Links and hard links lead to the same file.
package struct FileSet: Sendable {
    private let patterns: [String]
    /// With all links resolved.
    private let paths: Set<String>
    /// The identities of those that exist.
    private let identities: Set<FileIdentity>

    /// The maximum number of files that a pattern is looked up for.
    private static let most = 10_000

    /// Creates a set of the files that patterns match; a path without special characters is a pattern of one file.
    package init(_ names: [String]) {
        var patterns: [String] = []
        var paths: Set<String> = []
        for name in names {
            if let path = Glob.text(of: name) {
                paths.insert(FilePath.real(path))
            } else {
                patterns += Self.resolved(name)
            }
        }
        self.patterns = patterns
        self.paths = paths
        // A pattern may match a link to another file.
        let files = names + names.flatMap { FilePath.matching($0, limit: Self.most) }
        identities = Set(files.compactMap { FileIdentity(path: $0) })
    }

    /// Creates a set of files from names that are not patterns; `-` is standard input.
    package init(exactly names: [String]) {
        patterns = []
        paths = Set(names.filter { $0 != "-" }.map(FilePath.real))
        identities = Set(
            names.compactMap { FileIdentity(path: $0 == "-" ? "/dev/stdin" : $0) })
    }

    /// Whether a file is in the set, or will be once it exists.
    package func contains(_ path: String) -> Bool {
        if !identities.isEmpty, let identity = FileIdentity(path: path),
            identities.contains(identity)
        {
            return true
        }
        // The name of a link may match as well as that of its target.
        return matches(path) || !patterns.isEmpty && matches(absolute: FilePath.real(path))
    }

    /// Throws `output.is-input` if an output that was opened at a path is in the set.
    package func refuse(_ file: FileIdentity, openedAt path: String) throws(PeriluneError) {
        if identities.contains(file) {
            throw .outputIsInput(path == "-" ? "standard output" : path)
        }
    }

    /// Whether a path is one of the names, or matches one of the patterns.
    package func matches(_ path: String) -> Bool {
        if !paths.isEmpty, paths.contains(FilePath.real(path)) { return true }
        if patterns.isEmpty { return false }
        return matches(absolute: FilePath.absolute(path))
            || matches(absolute: FilePath.resolved(path))
    }

    /// Whether a file can be in both sets at some time.
    package func overlaps(_ other: FileSet) -> Bool {
        !identities.isDisjoint(with: other.identities) || !paths.isDisjoint(with: other.paths)
            || paths.contains(where: other.matches(absolute:))
            || other.paths.contains(where: matches(absolute:))
            || overlapsPatterns(of: other)
    }

    /// Whether a file can match patterns of both sets.
    package func overlapsPatterns(of other: FileSet) -> Bool {
        patterns.contains { pattern in
            other.patterns.contains { Glob.overlap(pattern, $0) }
        }
    }

    private func matches(absolute path: String) -> Bool {
        patterns.contains { fnmatch($0, path, FNM_PATHNAME | FNM_PERIOD) == 0 }
    }

    /// An absolute pattern, and what it is if the links of its folders are resolved.
    private static func resolved(_ pattern: String) -> Set<String> {
        let pattern = FilePath.absolute(pattern)
        let parts = FilePath.parts(of: pattern)
        let fixed = parts.prefix { Glob.text(of: String($0)) != nil }
        let folder = Glob.text(of: "/" + fixed.joined(separator: "/")) ?? "/"
        let rest = parts.dropFirst(fixed.count).map { "/" + $0 }.joined()
        let real = FilePath.real(folder)
        var found: Set = [pattern, (real == "/" ? "" : Glob.exactly(real)) + rest]
        guard parts.count > fixed.count + 1 else { return found }
        // Folders that match may be links, too.
        let name = FilePath.name(of: pattern)
        for folder in FilePath.matching(FolderTree.parent(of: pattern), limit: most) {
            found.insert(Glob.exactly(FilePath.real(folder)) + "/" + name)
        }
        return found
    }
}
