package import PeriluneCore

/// Files as a revision of a git repository has them, seen from the working directory.
///
/// Only commands that read objects are run, without a shell: nothing that a repository's configuration or
/// attributes say is carried out, and nothing is fetched.
package struct GitRevision: Sendable {
    /// The revision as it was named, such as `HEAD~1`.
    package let name: String
    /// The commit that it was when it was asked for.
    private let commit: String

    private static let limit = 4 << 20

    /// Finds the commit of a revision.
    package init(_ name: String) throws(PeriluneError) {
        // A name is never an option, and what has a colon is no commit.
        guard !name.isEmpty, !name.hasPrefix("-"), !name.contains(":") else {
            throw Self.unknown(name)
        }
        let answer = try Subprocess.run(
            ["git", "rev-parse", "--verify", "--quiet", "\(name)^{commit}"], limit: 4096)
        let text = String(decoding: answer.output, as: UTF8.self)
        guard answer.status == 0, let commit = text.split(separator: "\n").first else {
            throw answer.status == 128 ? Self.noRepository(name) : Self.unknown(name)
        }
        self.name = name
        self.commit = String(commit)
    }

    /// The bytes of a file; `nil` where the revision has none of that name.
    package func file(_ path: String) throws(PeriluneError) -> [UInt8]? {
        let answer = try Subprocess.run(
            ["git", "cat-file", "blob", object(path)], limit: Self.limit)
        return answer.status == 0 ? answer.output : nil
    }

    /// The names in a folder; `nil` where the revision has no such folder.
    package func folder(_ path: String) throws(PeriluneError) -> [String]? {
        var path = path.isEmpty ? "." : path
        // With the slash git answers for a folder and for nothing else.
        if !path.hasSuffix("/") { path += "/" }
        // Without --full-tree git looks in the tree for the folder one is in.
        let answer = try Subprocess.run(
            ["git", "ls-tree", "--full-tree", "-z", "--name-only", object(path)],
            limit: Self.limit)
        guard answer.status == 0 else { return nil }
        return answer.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// git takes a path from the working directory only where it begins with a dot.
    private func object(_ path: String) -> String {
        let isRelative = path.hasPrefix("./") || path.hasPrefix("../") || path.hasPrefix("/")
        return "\(commit):\(isRelative ? path : "./\(path)")"
    }

    private static func unknown(_ name: String) -> PeriluneError {
        PeriluneError(
            "git.revision", "there is no git revision '\(name)' in this repository", hint: hint)
    }

    private static func noRepository(_ name: String) -> PeriluneError {
        PeriluneError(
            "git.revision", "'\(name)' is not a revision: this folder is not in a git repository",
            hint: hint)
    }

    private static let hint =
        "REV:PATH names a file or folder at a git revision, such as HEAD~1:rules.lua"
}
