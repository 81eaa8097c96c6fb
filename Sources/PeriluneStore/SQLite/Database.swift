import CPeriluneLoading
import CSQLite
import PeriluneCore

/// An open file, shared by a connection and its statements; it is closed with the last of them.
final class Database {
    let path: String
    /// The name of the file in errors.
    let what: String
    let pointer: OpaquePointer
    /// The hint for errors about damage, if the file is known to be a store.
    var hint: String?
    private let file: FileID?

    /// Opens a file; `isFixed` if no process can change it.
    init(
        path: String, flags: Int32, called what: String = "store", isFixed: Bool = false
    ) throws(PeriluneError) {
        if let problem = perilune_load_sqlite() {
            throw PeriluneError(
                .storeOpen, "SQLite cannot be loaded: \(String(cString: problem))",
                at: .init(file: path), hint: "install the package libsqlite3-0")
        }
        self.path = path
        self.what = what
        // SQLite gives the same permissions to `-wal` and `-shm`.
        if flags & SQLITE_OPEN_CREATE != 0 { PrivateFile.create(path) }
        var opened: OpaquePointer?
        let name = isFixed ? Self.fixedName(path) : path
        let result = sqlite3_open_v2(
            name, &opened, isFixed ? flags | SQLITE_OPEN_URI : flags, nil)
        guard result == SQLITE_OK, let opened else {
            let error = storeError(result, opened, path: path, what)
            // A connection that could not be opened must be closed as well.
            sqlite3_close_v2(opened)
            throw error
        }
        pointer = opened
        file = path == ":memory:" ? nil : FileID(path: path)
        if let file { OpenFiles.opened(file) }
    }

    deinit {
        sqlite3_close_v2(pointer)
        if let file { OpenFiles.closed(file) }
    }

    /// The path as a URI for which SQLite takes no locks and ignores the WAL.
    private static func fixedName(_ path: String) -> String {
        var name = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
        for scalar in path.unicodeScalars {
            switch scalar {
            case "%": name += "%25"
            case "?": name += "%3f"
            case "#": name += "%23"
            default: name.unicodeScalars.append(scalar)
            }
        }
        return name + "?immutable=1"
    }

    func check(_ result: Int32) throws(PeriluneError) {
        guard result == SQLITE_OK else { throw error(result) }
    }

    func error(_ result: Int32) -> PeriluneError {
        var error = storeError(result, pointer, path: path, what)
        if error.code == .storeCorrupt, let hint { error.hint = hint }
        return error
    }
}
