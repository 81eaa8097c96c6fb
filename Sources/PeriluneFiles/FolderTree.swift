internal import Glibc
package import PeriluneCore

/// Folders with everything below them.
package enum FolderTree {
    /// The maximum depth, because links may form a cycle.
    package static let deepest = 16

    /// Whether a path is a folder, or a link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Creates a folder and its parents, if they do not exist.
    package static func make(_ path: String) throws(PeriluneError) {
        var made = FilePath.isAbsolute(path) ? "" : "."
        for name in FilePath.parts(of: path) {
            made += "/\(name)"
            guard mkdir(made, 0o777) == 0 || errno == EEXIST else {
                throw PeriluneError(
                    "output.create",
                    "cannot create the folder: \(systemMessage(errno))",
                    at: .init(file: path))
            }
        }
    }

    /// Deletes a file, a link, or a folder with its contents, if it exists; links are not followed.
    package static func remove(_ path: String) throws(PeriluneError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            if unlink(path) != 0 { throw removal(path) }
            return
        }
        for name in TextFile.names(in: path) { try remove("\(path)/\(name)") }
        if rmdir(path) != 0 { throw removal(path) }
    }

    private static func removal(_ path: String) -> PeriluneError {
        PeriluneError(
            "output.create", "cannot delete it: \(systemMessage(errno))", at: .init(file: path))
    }

    /// The Lua files in a folder and below, in alphabetical order, without hidden folders.
    package static func luaFiles(below folder: String) throws(PeriluneError) -> [String] {
        try files(below: folder).map(\.path).filter { $0.hasSuffix(".lua") }
    }

    /// All files in a folder and below, in alphabetical order, without hidden ones.
    package static func files(
        below folder: String
    ) throws(PeriluneError) -> [(path: String, stamp: FileStamp)] {
        var found: [(path: String, stamp: FileStamp)] = []
        try collect(folder, depth: 0, into: &found)
        return found.sorted { $0.path < $1.path }
    }

    /// The folder that contains a file.
    package static func parent(of path: String) -> String {
        let folder = FilePath.folder(of: path)
        return folder.isEmpty ? "." : folder == "/" ? folder : String(folder.dropLast())
    }

    /// The first symbolic link in a folder and below, which is not followed; hidden ones are ignored.
    package static func link(below folder: String, depth: Int = 0) -> String? {
        for name in TextFile.names(in: folder).sorted() where !name.hasPrefix(".") {
            let path = (folder.hasSuffix("/") ? folder : folder + "/") + name
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFLNK { return path }
            guard status.st_mode & S_IFMT == S_IFDIR, depth < deepest else { continue }
            if let link = link(below: path, depth: depth + 1) { return link }
        }
        return nil
    }

    private static func collect(
        _ folder: String, depth: Int, into found: inout [(path: String, stamp: FileStamp)]
    ) throws(PeriluneError) {
        let names = depth == 0 ? try TextFile.entries(of: folder) : TextFile.names(in: folder)
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        for name in names where !name.hasPrefix(".") {
            let path = prefix + name
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT != S_IFDIR {
                found.append((path, FileStamp(status)))
            } else if depth < deepest {
                try collect(path, depth: depth + 1, into: &found)
            }
        }
    }
}

/// The modification time, size and inode of a file, which show whether it has been written.
package struct FileStamp: Hashable, Sendable {
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int
    private let number: UInt

    /// The stamp of a file; `nil` if there is none.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    fileprivate init(_ status: stat) {
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        size = Int(status.st_size)
        number = UInt(status.st_ino)
    }
}
