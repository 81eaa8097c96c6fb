internal import Glibc
internal import PeriluneCore

/// Whether a file is one whose code may run in this process.
enum TrustedFile {
    /// A library does what it likes, so it must be the user's own or the system's: whoever can write into a
    /// folder could otherwise wait there for somebody to start a host in it.
    static func check(_ path: String) throws(PeriluneError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw PeriluneError(
                "plugin.missing", "there is no such library", at: .init(file: path),
                hint: "check the name and the folder you are in")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PeriluneError("plugin.library", "this is no file", at: .init(file: path))
        }
        if status.st_uid != geteuid(), status.st_uid != 0 {
            throw PeriluneError(
                "plugin.untrusted", "the library belongs to another user", at: .init(file: path),
                hint: "a library does what it likes; if you trust it, make it yours: chown")
        }
        if status.st_mode & S_IWOTH != 0 {
            throw PeriluneError(
                "plugin.untrusted", "everybody may write to the library", at: .init(file: path),
                hint: "chmod o-w \(path)")
        }
    }
}
