import CSQLite
import Glibc
public import PeriluneCore

extension PeriluneError.Code {
    /// The file cannot be opened or created.
    public static let storeOpen: Self = "store.open"
    /// The file belongs to another program.
    public static let storeForeign: Self = "store.foreign"
    /// The file was written by a newer version.
    public static let storeNewer: Self = "store.newer"
    /// The file is damaged.
    public static let storeCorrupt: Self = "store.corrupt"
    /// A row of the store is damaged; other rows can be read.
    public static let storeRow: Self = "store.row"
    /// The disk is full; nothing of the batch was saved.
    public static let storeFull: Self = "store.full"
    /// Another process has held the store for too long.
    public static let storeBusy: Self = "store.busy"
    /// No permission to read or write the file.
    public static let storePermission: Self = "store.permission"
    /// A row was refused because it violates a constraint of its table.
    public static let storeConstraint: Self = "store.constraint"
    /// A query exceeded its time limit.
    public static let storeInterrupted: Self = "store.interrupted"
    /// The store was closed.
    public static let storeClosed: Self = "store.closed"
    /// Any other failure of the store.
    public static let storeFailed: Self = "store.failed"
}

/// `SQLITE_IOERR_SHORT_READ`, a macro that Swift does not see: a page is missing.
private let shortRead = SQLITE_IOERR | 2 << 8

/// The error of a store for a code of SQLite.
func storeError(
    _ result: Int32, _ database: OpaquePointer?, path: String, _ what: String
) -> PeriluneError {
    // After a failed write within a commit, only the C library still has the error number.
    let number = errno
    let known = database.map { sqlite3_system_errno($0) } ?? 0
    let system = known == 0 && result & 0xFF == SQLITE_IOERR ? number : known
    let place = PeriluneError.Place(file: path)
    // The lower byte is the kind of error, the rest is the call that failed.
    switch result & 0xFF {
    case SQLITE_NOTADB:
        return what == "store"
            ? foreignFileError(path)
            : PeriluneError(
                .storeForeign, "this file is not an SQLite \(what)", at: place,
                hint: "name another file; this one was not changed")
    case SQLITE_CORRUPT,
        SQLITE_IOERR where result == shortRead:
        return PeriluneError(
            .storeCorrupt, "the \(what) is damaged", at: place,
            hint: what == "store"
                ? "restore a backup, or remove the file to start with empty state"
                : "restore a backup, or name another file")
    case SQLITE_FULL,
        SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(system):
        return PeriluneError(
            .storeFull, "the disk is full; nothing of the batch was saved", at: place,
            hint: "free some space and run the command again; everything saved earlier is complete")
    case SQLITE_BUSY, SQLITE_LOCKED:
        return PeriluneError(
            .storeBusy, "another process is using the \(what)", at: place,
            hint: "wait until it ends, or use a separate file for each run")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH,
        SQLITE_CANTOPEN where system == EACCES || system == EROFS || isReadOnly(path):
        return PeriluneError(
            .storePermission, "no permission to write the \(what)", at: place,
            hint:
                "give this user write permission for the file and its folder, and mount the disk for writing"
        )
    case SQLITE_INTERRUPT:
        return PeriluneError(
            .storeInterrupted, "timed out while waiting for the \(what)", at: place)
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH:
        let reason =
            database.map { String(cString: sqlite3_errmsg($0)) } ?? "a constraint was violated"
        return PeriluneError(.storeConstraint, reason, at: place)
    case SQLITE_CANTOPEN:
        let reason = system == 0 ? "" : ": \(systemMessage(system))"
        return PeriluneError(.storeOpen, "cannot open the \(what)\(reason)", at: place)
    default:
        let text = database.map { String(cString: sqlite3_errmsg($0)) }
        let reason = text ?? String(cString: sqlite3_errstr(result))
        return PeriluneError(.storeFailed, "the \(what) failed: \(reason)", at: place)
    }
}

/// Whether the file is on a read-only disk; SQLite only reports that a file beside it is missing.
func isReadOnly(_ path: String) -> Bool {
    access(path, W_OK) != 0 && errno == EROFS
}

func foreignFileError(_ path: String) -> PeriluneError {
    PeriluneError(
        .storeForeign, "this file is not a Perilune store", at: .init(file: path),
        hint:
            "name another file; this one was not changed. If it was a store, 'perilune store repair \(path)' recovers it"
    )
}

extension Connection {
    /// The error for a damaged file.
    func damaged(_ what: String) -> PeriluneError {
        PeriluneError(
            .storeCorrupt, "the store is damaged: \(what)", at: .init(file: path),
            hint: StoreHints.repair(path))
    }

    /// Throws if the format of a file is newer than the newest that is known.
    package func refuse(_ format: Int64, newerThan known: Int64) throws(PeriluneError) {
        guard format > known else { return }
        throw PeriluneError(
            .storeNewer,
            "the file was written by a newer version of Perilune: format \(format), this version reads up to \(known)",
            at: .init(file: path),
            hint: "upgrade Perilune, or use a copy of the file from before its upgrade")
    }
}
