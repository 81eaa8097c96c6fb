internal import Synchronization

/// The files that tests have read: scripts, modules, logs and snapshots.
package final class FilesRead: Sendable {
    private let known = Mutex<Set<String>>([])

    /// The paths, including those of files that do not exist.
    package var paths: [String] { known.withLock { $0.sorted() } }

    func note(_ paths: [String]) { known.withLock { $0.formUnion(paths) } }
}
