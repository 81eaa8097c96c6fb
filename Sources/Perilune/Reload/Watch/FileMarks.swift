internal import Glibc
internal import PeriluneFiles

/// The properties of files that show whether they have changed, where the system does not report changes.
package struct FileMarks: Equatable, Sendable {
    private struct Mark: Equatable, Sendable {
        let device: UInt
        let number: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    private var marks: [String: Mark?] = [:]

    /// Reads the properties of files, and of the scripts in folders.
    package init(_ files: [String]) {
        for file in files {
            add(file)
            // Other files in the folder may be logs.
            guard FolderTree.isFolder(file) else { continue }
            for name in TextFile.names(in: file) where name.hasSuffix(".lua") {
                add("\(file)/\(name)")
            }
        }
    }

    private mutating func add(_ file: String) {
        var status = stat()
        guard unsafe stat(file, &status) == 0 else { return marks[file] = .some(nil) }
        if status.st_mode & S_IFMT == S_IFDIR { return }
        marks[file] = Mark(
            device: UInt(status.st_dev), number: UInt(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
}
