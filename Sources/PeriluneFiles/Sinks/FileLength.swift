import Glibc
package import PeriluneCore

/// The lengths of files, and truncating files.
package enum FileLength {
    /// The length of a regular file in bytes; 0 if there is none.
    package static func of(_ path: String) -> Int {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return Int(status.st_size)
    }

    /// Truncates a file to an earlier length; a file that becomes empty is removed, unless it has other names.
    ///
    /// - Throws: An error if the file is longer and cannot be changed.
    package static func cut(_ path: String, to length: Int) throws(PeriluneError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            Int(status.st_size) > length
        else { return }
        // A link stays, and leads to the file that is created next.
        let isRemoved = length == 0 && status.st_nlink == 1
        let result = isRemoved ? unlink(FilePath.real(path)) : truncate(path, length)
        if result != 0 { throw writeError(errno, output: path) }
    }
}
