import Glibc
package import PeriluneCore

/// Keeps a second server from deciding the events of the same store.
///
/// A file of its own beside the store: SQLite's own locks are lost when the process closes any other
/// descriptor of the store.
package final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or throws `store.busy`; it goes with the process, however that ends.
    package init(store path: String) throws(PeriluneError) {
        descriptor = open("\(path)-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = systemMessage(errno)
            throw PeriluneError(
                .storeOpen, "can't open the store's lock: \(reason)", at: .init(file: path))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw PeriluneError(
                .storeBusy, "another server is using this store", at: .init(file: path),
                hint: "stop that server, or use another file with --store")
        }
    }

    /// Whether a server has the store now.
    package static func isTaken(store path: String) -> Bool {
        let descriptor = open("\(path)-lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit { close(descriptor) }
}
