import Glibc
package import PeriluneCore

/// Prevents a second process from writing a store.
///
/// The lock belongs to the file, not to its name, so a link to the file doesn't bypass it. Readers
/// need no lock.
package final class StoreLock: Sendable {
    private let descriptor: Int32
    private let file: FileID

    /// Acquires the lock, or throws `store.busy`.
    ///
    /// Creates an empty file if there is none. The kernel releases the lock when the process ends.
    package init(store path: String) throws(PeriluneError) {
        try Self.refuseOldServer(path)
        let refusal = PrivateFile.create(path)
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw refusal == 0 ? Self.error(errno, path) : Self.error(creating: path, refusal)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw PeriluneError(
                .storeOpen, "cannot open the store: not a regular file", at: .init(file: path))
        }
        file = FileID(status)
        do throws(PeriluneError) {
            try lock(path)
        } catch {
            OpenFiles.close(descriptor, of: file)
            throw error
        }
        OpenFiles.locked(file)
    }

    private func lock(_ path: String) throws(PeriluneError) {
        try acquire(path)
        guard file.links == 1 else {
            throw PeriluneError(
                .storeOpen, "the store has \(file.links) names (hard links)",
                at: .init(file: path),
                hint:
                    "SQLite keeps recent changes in a file named after the store, so use only one name: remove the other links, or copy the store with 'perilune store backup'"
            )
        }
        // 'store repair' may have replaced the file.
        guard FileID(path: path) == file else { throw Self.busy(nil, path) }
    }

    private func acquire(_ path: String) throws(PeriluneError) {
        for attempt in 1... {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK else { throw Self.error(errno, path) }
            // A process that tests the lock holds it for a moment.
            if attempt == 5 { throw Self.busy(LockHolder(of: file), path) }
            usleep(10_000)
        }
    }

    /// The lock file of a server of version 0.1; later versions do not create it.
    private static func refuseOldServer(_ path: String) throws(PeriluneError) {
        let name = "\(path)-lock"
        let descriptor = open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw busy(LockHolder(of: FileID(status)), path)
        }
        unlink(name)
    }

    /// Whether a process has the lock of the store.
    package static func isTaken(store path: String) -> Bool {
        guard let file = FileID(path: path) else { return false }
        if OpenFiles.isLocked(file) { return true }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { OpenFiles.close(descriptor, of: file) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(descriptor, LOCK_UN)
        return false
    }

    private static func busy(_ holder: LockHolder?, _ path: String) -> PeriluneError {
        PeriluneError(
            .storeBusy, "\(holder?.description ?? "another process") is using this store",
            at: .init(file: path), hint: "stop that process first, or use another file")
    }

    private static func error(_ number: Int32, _ path: String) -> PeriluneError {
        let code: PeriluneError.Code =
            number == EACCES || number == EROFS ? .storePermission : .storeOpen
        return PeriluneError(
            code, "cannot open the store: \(systemMessage(number))", at: .init(file: path))
    }

    private static func error(creating path: String, _ number: Int32) -> PeriluneError {
        let place = PeriluneError.Place(file: path)
        return switch number {
        case ENOENT, ENOTDIR:
            PeriluneError(
                .storeOpen, "cannot create the store: its folder does not exist", at: place)
        case EACCES, EPERM, EROFS:
            PeriluneError(
                .storePermission, "cannot create the store: its folder is not writable", at: place,
                hint: "let this user write the folder, or name a store in another one")
        default:
            PeriluneError(
                .storeOpen, "cannot create the store: \(systemMessage(number))", at: place)
        }
    }

    deinit {
        flock(descriptor, LOCK_UN)
        OpenFiles.unlocked(file)
        OpenFiles.close(descriptor, of: file)
    }
}
