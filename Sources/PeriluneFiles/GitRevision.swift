package import PeriluneCore

/// The files of a revision of a Git repository, relative to the working directory.
///
/// It only runs Git commands that read objects, without a shell: nothing in the repository's configuration or
/// attributes is executed, and nothing is fetched.
package struct GitRevision: Sendable {
    /// The revision as the user named it, such as `HEAD~1`.
    package let name: String
    /// The commit that the name referred to.
    private let commit: String

    private static let limit = 4 << 20

    /// Finds the commit of a revision.
    package init(_ name: String) throws(PeriluneError) {
        // A leading `-` would make it an option, and a name with a colon is not a commit.
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

    /// The content of a file; `nil` if the revision does not have it.
    package func file(_ path: String) throws(PeriluneError) -> [UInt8]? {
        let answer = try Subprocess.run(
            ["git", "cat-file", "blob", object(path)], limit: Self.limit)
        return answer.status == 0 ? answer.output : nil
    }

    /// The names in a folder; `nil` if the revision does not have it.
    package func folder(_ path: String) throws(PeriluneError) -> [String]? {
        var path = path.isEmpty ? "." : path
        // With the slash, Git lists a folder, and nothing for a file.
        if !path.hasSuffix("/") { path += "/" }
        // Without --full-tree, Git would use paths relative to the working directory.
        let answer = try Subprocess.run(
            ["git", "ls-tree", "--full-tree", "-z", "--name-only", object(path)],
            limit: Self.limit)
        guard answer.status == 0 else { return nil }
        return answer.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The name of an object; Git takes a path relative to the working directory only if it begins with a dot.
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
