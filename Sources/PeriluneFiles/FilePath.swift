internal import Glibc

/// Names of files as text.
package enum FilePath {
    /// The folder of a file with its `/`; empty for one in the working directory.
    package static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// The last part, which is the name in that folder.
    package static func name(of path: String) -> String {
        path.split(separator: "/").last.map { String($0) } ?? path
    }

    /// A name within a folder that is given with its `/`; an absolute name stays.
    package static func join(_ folder: String, _ path: String) -> String {
        if path.hasPrefix("/") || folder.isEmpty { return path }
        return folder + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }

    /// From the root, without `.`, `..` and doubled `/`; links are not followed.
    package static func absolute(_ path: String) -> String {
        var text = path
        if !path.hasPrefix("/"), let folder = getcwd(nil, 0) {
            text = "\(String(cString: folder))/\(path)"
            free(folder)
        }
        var parts: [Substring] = []
        for part in text.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
