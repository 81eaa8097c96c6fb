internal import Glibc
internal import PeriluneCore

/// Checks that a file's code may run in this process.
enum TrustedFile {
    /// Throws an error if another user could have written the library.
    ///
    /// A library can do anything in the process. Otherwise, a user who can write into a folder could place a library
    /// there, which would run when another user starts a host in it.
    static func check(_ path: String) throws(PeriluneError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw PeriluneError(
                "plugin.missing", "library not found", at: .init(file: path),
                hint: "check the path; it is relative to the working directory")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PeriluneError("plugin.library", "this is not a file", at: .init(file: path))
        }
        if status.st_uid != geteuid(), status.st_uid != 0 {
            throw PeriluneError(
                "plugin.untrusted", "the library is owned by another user", at: .init(file: path),
                hint:
                    "a library can do anything that you can; if you trust it, take ownership with chown"
            )
        }
        if status.st_mode & S_IWOTH != 0 {
            throw PeriluneError(
                "plugin.untrusted", "the library is writable by everybody", at: .init(file: path),
                hint: "run: chmod o-w \(path)")
        }
    }
}
