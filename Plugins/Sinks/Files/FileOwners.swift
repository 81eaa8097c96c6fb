import PeriluneFiles
import Synchronization

/// The files that sinks of this process write, where their names come from values.
///
/// Each sink cuts a file to the length that it knows, so two sinks must not write the same one.
final class FileOwners: Sendable {
    static let shared = FileOwners()

    private let files = Mutex<[ObjectIdentifier: Set<String>]>([:])

    /// Whether the sink may write a file: no other sink of the process does.
    func claim(_ path: String, by sink: FileSink) -> Bool {
        let path = FilePath.absolute(path)
        let sink = ObjectIdentifier(sink)
        return files.withLock { files in
            if files.contains(where: { $0 != sink && $1.contains(path) }) { return false }
            files[sink, default: []].insert(path)
            return true
        }
    }

    func release(_ sink: FileSink) {
        let sink = ObjectIdentifier(sink)
        files.withLock { $0[sink] = nil }
    }
}
