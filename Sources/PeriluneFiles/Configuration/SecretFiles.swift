import Synchronization

/// The files with secrets that this process has read for its configuration.
///
/// No output may write to them, also if values name its files.
package enum SecretFiles {
    private static let known = Mutex<Set<String>>([])

    package static func add(_ path: String) { _ = known.withLock { $0.insert(path) } }

    /// Their paths.
    ///
    /// Whoever compares files must look them up again: one may have been replaced, and another file have its identity.
    package static var paths: [String] { known.withLock { Array($0) } }
}
