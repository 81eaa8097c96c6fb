import PeriluneCore
import PeriluneFiles
import Synchronization

/// The files that sinks of this process write.
///
/// Each sink cuts a file to the length that it knows, so two sinks must not write the same one, by whatever names.
final class FileOwners: Sendable {
    static let shared = FileOwners()

    /// A sink with the name of a file.
    struct Owner {
        let output: String
        let path: String
        fileprivate let sink: ObjectIdentifier
        private let isNamedByValues: Bool

        init(_ sink: FileSink, _ path: String) {
            output = sink.name
            self.path = path
            self.sink = ObjectIdentifier(sink)
            isNamedByValues = sink.isNamedByValues
        }

        /// Whether a sink must leave the file to this one.
        ///
        /// A file with a fixed name belongs to its output: an earlier sink of it may still be in memory.
        fileprivate func excludes(_ owner: Owner) -> Bool {
            if sink == owner.sink { return false }
            return isNamedByValues || owner.isNamedByValues || output != owner.output
        }
    }

    private struct Files {
        /// By paths without links.
        var paths: [ByteString: Owner] = [:]
        /// Files that have been opened; also hard links have this identity.
        var identities: [FileIdentity: Owner] = [:]
    }

    private let files = Mutex(Files())

    /// Makes a sink the owner of a file, unless another one is, which is returned.
    func claim(_ path: String, by sink: FileSink) -> Owner? {
        let owner = Owner(sink, path)
        let real = ByteString(FilePath.real(path))
        let identity = FileIdentity(path: path)
        return files.withLock { files in
            if let other = files.paths[real], other.excludes(owner) { return other }
            if let identity, let other = Self.other(than: owner, identity, &files) { return other }
            files.paths[real] = owner
            return nil
        }
    }

    /// Makes a sink the owner of a file that it has opened, unless another one is, which is returned.
    func open(_ identity: FileIdentity, as path: String, by sink: FileSink) -> Owner? {
        files.withLock { Self.other(than: Owner(sink, path), identity, &$0) }
    }

    private static func other(
        than owner: Owner, _ identity: FileIdentity, _ files: inout Files
    ) -> Owner? {
        if let known = files.identities[identity], known.excludes(owner),
            // The file may have been removed, and another one have its identity.
            FileIdentity(path: known.path) == identity
        {
            return known
        }
        files.identities[identity] = owner
        return nil
    }

    func release(_ sink: FileSink) {
        let sink = ObjectIdentifier(sink)
        files.withLock { files in
            files.paths = files.paths.filter { $0.value.sink != sink }
            files.identities = files.identities.filter { $0.value.sink != sink }
        }
    }
}
