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

    /// Truncates a file to an earlier length; a file that becomes empty is removed.
    ///
    /// - Throws: An error if the file is longer and cannot be changed.
    package static func cut(_ path: String, to length: Int) throws(PeriluneError) {
        guard of(path) > length else { return }
        let result = length == 0 ? unlink(path) : truncate(path, length)
        if result != 0 { throw writeError(errno, output: path) }
    }
}
