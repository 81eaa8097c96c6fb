import PeriluneCore
import PeriluneFiles

/// Recognizes files that have the content of known ones: renamed, copied or compressed.
extension FileTracker {
    /// Whether a file still has this state, and its inode was not reused after it was removed.
    func isFile(_ file: FollowedFile, _ state: FileState, _ head: inout FileHead) -> Bool {
        file.position.identity == state.identity
            && (file.isOpen || head.matches(file.position.fingerprint))
    }

    /// Whether a file is a copy of another one of its log, plain or compressed.
    func isCopy(
        _ path: String, _ state: FileState, _ head: inout FileHead, of file: FollowedFile
    ) -> Bool {
        guard let fingerprint = file.position.fingerprint, fingerprint.count > 0,
            path != file.position.origin
        else { return false }
        guard head.matches(fingerprint) else { return false }
        return RotatedName.isCompressed(path) || state.size >= file.position.offset
    }

    /// Whether a file is a copy of a log that has grown since it was copied, so that all of the copy has been read.
    func isShorterCopy(
        _ path: String, _ state: FileState, _ head: inout FileHead, of file: FollowedFile
    ) -> Bool {
        guard path != file.position.origin, !RotatedName.isCompressed(path),
            state.size > 0, state.size < file.position.offset
        else { return false }
        if shorterCopies[state.identity] === file { return true }
        if let fingerprint = file.position.fingerprint, fingerprint.count <= state.size {
            return head.matches(fingerprint)
        }
        guard let log = FileState(path: file.position.path), log.identity == file.position.identity
        else { return false }
        return self.head(of: file.position.path, log)?.begins(with: head) ?? false
    }

    /// Whether a file is compressed and may not be complete.
    func isUnfinished(_ path: String, _ state: FileState) -> Bool {
        Timestamp.now.microseconds - state.modified < Self.settling && Self.isCompressed(path)
    }

    /// Whether a file was empty when it was found, and is compressed now: perhaps it is a copy of a known file.
    ///
    /// Programs that compress may write under a temporary name, which the patterns may match.
    func becameCompressed(_ file: FollowedFile) -> Bool {
        let path = file.position.path
        guard file.position.offset == 0, file.position.fingerprint?.count == 0,
            Self.isCompressed(path), let state = FileState(path: path)
        else { return false }
        if isUnfinished(path, state) { return true }
        return head(of: path, state)?.fingerprint.map { $0.count > 0 } ?? false
    }

    private static func isCompressed(_ path: String) -> Bool {
        RotatedName.isCompressed(path) || LogSource.isCompressed(path)
    }

    func begins(_ path: String, _ state: FileState, as file: FollowedFile) -> Bool {
        var head = head(of: path, state)
        return head?.matches(file.position.fingerprint) ?? false
    }

    /// The beginning of the file at a path; `nil` if it was renamed meanwhile, or cannot be read.
    func head(of path: String, _ state: FileState) -> FileHead? {
        guard let head = try? FileHead(of: path),
            FileState(path: path)?.identity == state.identity
        else { return nil }
        return head
    }
}
