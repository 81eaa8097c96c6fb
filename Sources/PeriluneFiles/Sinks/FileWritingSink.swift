import Glibc
package import PeriluneCore

/// A sink that writes to a file, or to files in a folder.
package protocol FileWritingSink: RecordSink {
    /// Throws if the file cannot be written; called before a run begins.
    ///
    /// - Throws: An error that names the file.
    func checkFile() throws(PeriluneError)
}

/// Checks the paths that sinks write to.
package enum SinkFile {
    /// Whether the path is a regular file, or does not exist yet.
    package static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Throws for a folder, a pipe or a device, and for a file in a folder that does not exist.
    ///
    /// With `makesFolders`, the sink creates the folder.
    package static func check(
        _ path: String, of output: String, makesFolders: Bool
    ) throws(PeriluneError) {
        do throws(PeriluneError) {
            try check(path, makesFolders, links: 0)
        } catch {
            var error = error
            error.message = "output '\(output)': \(error.message)"
            error.hint = error.hint ?? "name another file for the output, or create the folder"
            throw error
        }
    }

    private static func check(
        _ path: String, _ makesFolders: Bool, links: Int
    ) throws(PeriluneError) {
        var status = stat()
        if stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: return
            case S_IFDIR: throw refusal(EISDIR, path, "name a file in this folder")
            default:
                throw PeriluneError(
                    .outputSpecial, "is a pipe, a socket or a device, not a regular file",
                    at: .init(file: path), hint: "name a regular file")
            }
        }
        guard errno == ENOENT || errno == ENOTDIR else { throw openError(errno, output: path) }
        if links < FilePath.mostLinks, let target = FilePath.linkTarget(of: path) {
            let path = FilePath.join(FilePath.folder(of: path), target)
            return try check(path, false, links: links + 1)
        }
        try checkFolder(of: path, makesFolders)
    }

    private static func checkFolder(
        of path: String, _ makesFolders: Bool
    ) throws(PeriluneError) {
        var folder = FolderTree.parent(of: path)
        var status = stat()
        if makesFolders {
            while lstat(folder, &status) != 0, errno == ENOENT, folder != ".", folder != "/" {
                folder = FolderTree.parent(of: folder)
            }
        }
        if !FolderTree.isFolder(folder) { throw openError(ENOENT, output: path) }
    }

    private static func refusal(_ number: Int32, _ path: String, _ hint: String) -> PeriluneError {
        var error = openError(number, output: path)
        error.hint = hint
        return error
    }
}
