import Arguments
import Glibc
import Perilune
import PeriluneCore

/// The control socket of a server.
enum ControlFile {
    /// The option for commands that send requests to the server that is using a store.
    static let option = Option.value(
        "control", "FILE", accepts: .file, default: "the socket beside the store",
        "The control socket of 'perilune serve'.")

    /// The options of commands that monitor a server.
    static let options: [Option] =
        [
            option,
            .setting(
                .store, "The store of 'perilune serve'; the control socket is beside it."),
        ] + Project.options

    /// The default path: beside the store, or without a store, in the server's working directory.
    static func defaultPath(store: String?) -> String {
        store.map { "\($0)-control" } ?? "perilune.control"
    }

    /// The control socket for a store: that of the command line, or the one beside the store.
    static func of(store path: String, _ values: Values) -> String {
        values.string("control") ?? defaultPath(store: path)
    }

    /// The control socket to use: that of the command line, that of the store, or that of a server without a store.
    static func find(_ values: Values) -> String {
        if let given = values.string("control") { return given }
        let own = defaultPath(store: values.string("store") ?? "perilune.db")
        let others = [own, defaultPath(store: nil)]
        return others.first { unsafe access($0, F_OK) == 0 || errno == EACCES } ?? own
    }

    /// Throws if no server listens on the socket, or this user may not open it.
    static func check(_ file: String) throws(PeriluneError) {
        var status = stat()
        guard unsafe lstat(file, &status) == 0 else {
            throw errno == EACCES ? denied(file) : missingError(file, "the file does not exist")
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw notAServerError(file, "this is not a socket")
        }
        guard unsafe access(file, R_OK | W_OK) == 0 else { throw denied(file) }
    }

    static func missingError(_ file: String, _ why: String) -> PeriluneError {
        PeriluneError(
            "control.missing", "no server is listening on this control socket: \(why)",
            at: .init(file: file),
            hint:
                "start 'perilune serve', or name its store with --store FILE or its socket with --control FILE"
        )
    }

    static func notAServerError(_ file: String, _ what: String) -> PeriluneError {
        PeriluneError(
            "control.other", what, at: .init(file: file),
            hint:
                "'perilune serve' prints its control socket at startup; name that with --control FILE"
        )
    }

    private static func denied(_ file: String) -> PeriluneError {
        PeriluneError(
            "control.permission", "only the user who runs the server may use its control socket",
            at: .init(file: file),
            hint: "run the command as the owner of the socket, shown by: ls -l \(file)")
    }
}
