internal import Glibc
package import PeriluneCore

/// Functions for paths as text.
///
/// They work on bytes like the system: a `/` followed by a combining mark is not the `Character` `/`, but still ends
/// a name.
package enum FilePath {
    private static let separator = UInt8(ascii: "/")

    /// The names in a path, without empty ones.
    package static func parts(of path: String) -> [Substring] {
        path.utf8.split(separator: separator).map { Substring($0) }
    }

    /// Whether a path begins at the root.
    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == separator }

    /// The folder of a file with its `/`; empty for one in the working directory.
    package static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: separator).map { String(Substring(path.utf8[...$0])) } ?? ""
    }

    /// The last part, which is the name in that folder.
    package static func name(of path: String) -> String {
        parts(of: path).last.map { String($0) } ?? path
    }

    /// Joins a folder, which ends with `/`, and a path; an absolute path is returned unchanged.
    package static func join(_ folder: String, _ path: String) -> String {
        if isAbsolute(path) || folder.isEmpty { return path }
        return folder + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }

    /// Whether an absolute path is the folder or below it.
    package static func isInside(_ path: String, _ folder: String) -> Bool {
        parts(of: path).starts(with: parts(of: folder))
    }

    /// The absolute path with the links of its folder resolved; the file itself need not exist.
    package static func resolved(_ path: String) -> String {
        let absolute = absolute(path)
        guard let folder = realpath(folder(of: absolute), nil) else { return absolute }
        defer { free(folder) }
        let text = String(cString: folder)
        return (text.hasSuffix("/") ? text : text + "/") + name(of: absolute)
    }

    /// The maximum number of links to follow, the same as in Linux.
    static let mostLinks = 40

    /// The absolute path with all links resolved, also of a file that does not exist yet, and of a link to it.
    ///
    /// Two paths with the same result lead to the same file. The reverse is not true: a file may have hard links.
    package static func real(_ path: String) -> String {
        if let found = realpath(path.isEmpty ? "." : path, nil) {
            defer { free(found) }
            return String(cString: found)
        }
        var rest = parts(of: path).reversed().map { String($0) }
        if !isAbsolute(path) { rest += parts(of: absolute(".")).reversed().map { String($0) } }
        var found: [String] = []
        var links = 0
        while let part = rest.popLast() {
            if part == "." { continue }
            if part == ".." {
                _ = found.popLast()
                continue
            }
            found.append(part)
            let name = "/" + found.joined(separator: "/")
            guard links < mostLinks, let target = linkTarget(of: name) else { continue }
            links += 1
            found = isAbsolute(target) ? [] : Array(found.dropLast())
            rest += parts(of: target).reversed().map { String($0) }
        }
        return "/" + found.joined(separator: "/")
    }

    /// The target of a symbolic link, as it is written; `nil` if the path is not a link.
    package static func linkTarget(of path: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &text, text.count)
        guard count > 0 else { return nil }
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The files and folders that match a pattern (glob), sorted; empty if a folder cannot be read.
    package static func matching(_ pattern: String, limit: Int) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, GLOB_NOSORT, nil, &found) == 0, let paths = found.gl_pathv else {
            return []
        }
        var names: [String] = []
        for index in 0..<min(Int(found.gl_pathc), limit) {
            if let path = paths[index] { names.append(String(cString: path)) }
        }
        return names.sorted()
    }

    /// When a file was last written.
    package static func modificationTime(of path: String) throws(PeriluneError) -> Timestamp {
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw PeriluneError(
                "file.read",
                "the log is not a regular file, so it has no modification time",
                at: .init(file: path), hint: "use --time-from arrival")
        }
        return Timestamp(
            microseconds: Int64(status.st_mtim.tv_sec) * 1_000_000
                + Int64(status.st_mtim.tv_nsec) / 1000)
    }

    /// The absolute path without `.`, `..` and duplicate `/`; links are not resolved.
    package static func absolute(_ path: String) -> String {
        var text = path
        if !isAbsolute(path), let folder = getcwd(nil, 0) {
            text = "\(String(cString: folder))/\(path)"
            free(folder)
        }
        var parts: [Substring] = []
        for part in Self.parts(of: text) where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
