import PeriluneCore
import PeriluneFiles

/// Tracks the files that are read, across rotations.
///
/// A file is identified by its device, its inode and its first bytes, whatever its name. A renamed file is read to its
/// end by its open descriptor, or found in its folder. If a file is emptied (`copytruncate`) or compressed, the rest is
/// read from the copy that begins with the same bytes. A copy of a known file is never read from the beginning.
final class FileTracker {
    /// In the order in which they were found, so that older files of a log come before newer ones.
    private var files: [FollowedFile] = []
    /// The open files in order, and perhaps some that were closed since.
    private(set) var opened: [FollowedFile] = []
    /// Those that are not open and have more to read, as the last scan found them.
    private(set) var waiting: [FollowedFile] = []
    /// The same files by log, since only files of the same log are compared.
    private var byLog: [String: [FollowedFile]] = [:]
    /// The contents of folders, during one scan.
    private var listings: [String: [(path: String, state: FileState)]] = [:]
    /// Copies of logs that were shorter than what had been read of the log, and the log.
    var shorterCopies: [FileIdentity: FollowedFile] = [:]
    private let logs: FollowedLogs
    private let codec: any Codec
    private let host: SourceHost
    /// Other logs, whose files are not read.
    private let earlier: [(logs: FollowedLogs, files: FileSet)]
    /// Paths whose problem was reported.
    private var reported: Set<String> = []
    private var lastName: Int64 = 0
    /// Positions that have changed without entries.
    private(set) var changes: [SourcePosition] = []

    /// Microseconds without a change after which a compressed file counts as complete.
    static let settling: Int64 = 2_000_000
    /// Files that are read and remembered, so that copies of them are known.
    private static let doneLimit = 1000

    init(
        _ logs: FollowedLogs, _ codec: any Codec, _ host: SourceHost, after earlier: [FollowedLogs]
    ) throws(PeriluneError) {
        self.earlier = earlier.map { ($0, FileSet($0.patterns)) }
        self.logs = logs
        self.codec = codec
        self.host = host
        for stored in try host.positions() {
            guard let position = stored.value.flatMap({ FilePosition($0) }) else { continue }
            files.append(FollowedFile(stored.name, position))
        }
        files.sort { $0.number < $1.number }
        lastName = files.last?.number ?? 0
        byLog = Dictionary(grouping: files, by: \.log)
    }

    /// Forgets changes that are stored.
    func forgetChanges() { changes = [] }

    /// Finds new, renamed and removed files.
    func scan() {
        var states: [(path: String, state: FileState)] = []
        for path in logs.paths {
            if let state = FileState(path: path) {
                states.append((path, state))
            } else {
                reportOther(path)
            }
        }
        listings = [:]
        for file in files { file.isNamed = false }
        let known = Dictionary(files.map { ($0.position.identity, $0) }) { $1 }
        // Known files first, so that a new file that is a copy of one of them is recognized.
        var new = states.filter { path, state in !isKnown(known[state.identity], path, state) }
        new.sort { $0.state.modified < $1.state.modified }
        for file in files where !file.isNamed && !file.isOpen && !file.position.isDone {
            find(file)
            let isQuiet = ContinuousClock.now - file.lastGrowth > logs.rotationTime
            if file.lostSince == nil, !file.isBehind, isQuiet { finish(file) }
        }
        var added: Set<FileIdentity> = []
        // A file may have two names, by a link.
        for (path, state) in new where added.insert(state.identity).inserted { add(path, state) }
        forgetDone()
        waiting = files.filter { !$0.isOpen && !$0.position.isDone && $0.isBehind }
    }

    /// Opens files that have more to read, as many as may be open.
    func openFiles() {
        opened.removeAll { !$0.isOpen }
        let candidates = waiting
        waiting = []
        for (index, file) in candidates.enumerated() {
            if file.isOpen || file.position.isDone || !file.isBehind { continue }
            let isPausing = file.nextTry.map { $0 > .now } ?? false
            if isPausing || file.lostSince != nil {
                waiting.append(file)
                continue
            }
            guard makeRoom() else {
                waiting += candidates[index...]
                break
            }
            open(file)
        }
        opened.sort { $0.number < $1.number }
    }

    private func open(_ file: FollowedFile) {
        if becameCompressed(file) { return forget(file) }
        let path = file.position.path
        do throws(PeriluneError) {
            // A link to it may have been made since the start.
            try host.checkInput(path)
            if try file.open(codec, entryLimit: logs.entryLimit) {
                opened.append(file)
                if !file.isNoted {
                    host.note("reading \(path) from byte \(file.position.offset)")
                }
                file.isNoted = true
            } else {
                restart(file)
            }
        } catch {
            failed(file, error)
        }
    }

    /// Closes the file that has not grown for the longest time.
    private func makeRoom() -> Bool {
        if opened.count < logs.openLimit { return true }
        let idle = opened.filter(\.isIdle)
        guard let oldest = idle.min(by: { $0.lastGrowth < $1.lastGrowth }) else { return false }
        oldest.close()
        opened.removeAll { $0 === oldest }
        return true
    }

    /// Something of a file was read: a further problem with it is reported again.
    func succeeded(_ file: FollowedFile) { reported.remove(file.position.path) }

    /// Handles an error of reading: the file is opened again after a pause.
    func failed(_ file: FollowedFile, _ error: PeriluneError) {
        file.fail()
        if reported.insert(file.position.path).inserted { host.report(error) }
    }

    /// Restarts a file that was truncated or overwritten: its old content may be in a copy, and its path has a new
    /// log.
    func restart(_ file: FollowedFile) {
        let (path, identity) = (file.position.path, file.position.identity)
        let mayHaveMore = file.size > file.position.offset
        file.close()
        if file.lostSince == nil { file.lostSince = .now }
        file.isNamed = false
        let state = FileState(path: path)
        if state?.identity == identity { file.loseIdentity() }
        listings = [:]
        find(file, tellsLoss: mayHaveMore)
        guard let state, state.identity == identity, file.position.identity != identity else {
            return
        }
        append(path, state, head(of: path, state)?.fingerprint)
    }

    /// Ends reading of files that have been renamed or removed and do not grow any more.
    func isOver(_ file: FollowedFile) -> Bool {
        !file.isNamed && file.isOpen && file.mayGrow
            && ContinuousClock.now - file.lastGrowth > logs.rotationTime
    }

    func finish(_ file: FollowedFile) {
        if !file.position.isDone || file.isOpen {
            host.note("finished \(file.position.path) at byte \(file.position.offset)")
        }
        file.finish()
        changes.append(file.stored)
    }

    /// Whether a path has a file that is known.
    private func isKnown(_ file: FollowedFile?, _ path: String, _ state: FileState) -> Bool {
        guard let file, file.position.identity == state.identity else { return false }
        if !file.isOpen, state != file.seen {
            guard var head = head(of: path, state) else { return true }
            guard head.matches(file.position.fingerprint) else {
                // The inode was used again.
                if !file.position.isDone { file.lostSince = file.lostSince ?? .now }
                file.loseIdentity()
                return false
            }
        }
        if file.position.path != path { file.move(to: path, state.identity) }
        file.isNamed = true
        file.lostSince = nil
        file.seen = state
        if file.position.isDone, file.mayGrow, state.size > file.position.offset { file.resume() }
        return true
    }

    /// Adds a new file, unless it is a copy of a known one.
    private func add(_ path: String, _ state: FileState) {
        if let other = earlier.first(where: { $0.files.matches(path) }) {
            if reported.insert(path).inserted { host.report(logs.error(of: path, in: other.logs)) }
            return
        }
        if isUnfinished(path, state) { return }
        guard var head = head(of: path, state) else {
            // If it was renamed in the meantime, the next scan finds it; if it cannot be read, opening it reports
            // why.
            if FileState(path: path)?.identity == state.identity { append(path, state, nil) }
            return
        }
        let ofLog = byLog[RotatedName.log(path), default: []]
        if let file = ofLog.first(where: { isShorterCopy(path, state, &head, of: $0) }) {
            guard file.position.isDone || file.lostSince != nil else {
                // The copy may still be being written.
                shorterCopies[state.identity] = file
                return
            }
            shorterCopies[state.identity] = nil
            addRead(path, state, head.fingerprint)
            return
        }
        let copies = ofLog.filter { isCopy(path, state, &head, of: $0) }
        guard copies.isEmpty else {
            // A copy of a file that is still being read may be made before the file is truncated.
            let isBeingRead = copies.contains { !$0.position.isDone && $0.lostSince == nil }
            guard !isBeingRead, let file = copies.last else { return }
            adopt(path, state, for: file)
            return
        }
        append(path, state, head.fingerprint)
    }

    private func append(_ path: String, _ state: FileState, _ fingerprint: LogFingerprint?) {
        let file = insert(path, state, fingerprint)
        waiting.append(file)
        // If it is renamed before anything of it is read, the next start finds it.
        changes.append(file.stored)
    }

    /// Adds a file that has been read under another name.
    private func addRead(_ path: String, _ state: FileState, _ fingerprint: LogFingerprint?) {
        let file = insert(path, state, fingerprint)
        file.finish(at: state.size)
        changes.append(file.stored)
    }

    private func insert(
        _ path: String, _ state: FileState, _ fingerprint: LogFingerprint?
    ) -> FollowedFile {
        lastName = max(Timestamp.now.microseconds, lastName + 1)
        var position = FilePosition(path: path, state.identity)
        // A copy of it may appear before anything of it is read.
        position.fingerprint = fingerprint
        let file = FollowedFile("\(lastName)", position)
        file.seen = state
        files.append(file)
        byLog[file.log, default: []].append(file)
        return file
    }

    /// Searches for a file that is neither open nor matched by the patterns: it was renamed, or copied and truncated.
    private func find(_ file: FollowedFile, tellsLoss: Bool = true) {
        if let state = FileState(path: file.position.path),
            state.identity == file.position.identity,
            state == file.seen || begins(file.position.path, state, as: file)
        {
            file.seen = state
            file.lostSince = nil
            return
        }
        let candidates = listing(FilePath.folder(of: file.position.path))
        for (path, state) in candidates
        where state.identity == file.position.identity && begins(path, state, as: file) {
            file.move(to: path, state.identity)
            file.seen = state
            file.lostSince = nil
            return
        }
        for (path, state) in candidates where RotatedName.belongToOneLog(path, file.position.origin)
        {
            guard var head = head(of: path, state), isCopy(path, state, &head, of: file),
                !files.contains(where: { isFile($0, state, &head) })
            else { continue }
            if isUnfinished(path, state) { continue }
            adopt(path, state, for: file)
            return
        }
        giveUp(file, tellsLoss: tellsLoss)
    }

    /// The files of a folder, sorted by path.
    private func listing(_ folder: String) -> [(path: String, state: FileState)] {
        if let known = listings[folder] { return known }
        let names = TextFile.names(in: folder.isEmpty ? "." : folder).sorted()
        let states = names.compactMap { name in
            FileState(path: folder + name).map { (path: folder + name, state: $0) }
        }
        listings[folder] = states
        return states
    }

    private func giveUp(_ file: FollowedFile, tellsLoss: Bool) {
        let since = file.lostSince ?? .now
        file.lostSince = since
        if !tellsLoss { file.size = file.position.offset }
        guard ContinuousClock.now - since > logs.searchTime else { return }
        if file.size != file.position.offset {
            host.report(
                PeriluneError(
                    "files.lost",
                    "\(file.position.path) was removed or emptied; anything that was in it after byte \(file.position.offset) was not read",
                    hint: "keep the newest rotated file in the same folder"))
        }
        finish(file)
    }

    /// Continues to read a file in the copy that contains its rest.
    private func adopt(_ path: String, _ state: FileState, for file: FollowedFile) {
        file.move(to: path, state.identity)
        file.seen = state
        file.lostSince = nil
        file.resume()
        waiting.append(file)
        changes.append(file.stored)
    }

    /// Reports a path that is not a regular file.
    private func reportOther(_ path: String) {
        guard logs.patterns.contains(path), reported.insert(path).inserted else { return }
        host.report(
            PeriluneError(
                "files.kind", "\(path) is not a regular file",
                hint: "name files, for example \(path)/*.log"))
    }

    /// Forgets the oldest files that are read and are nowhere any more.
    private func forgetDone() {
        let done = files.filter { $0.position.isDone && !$0.isNamed }
        for file in done.prefix(max(0, done.count - Self.doneLimit)) {
            forget(file)
        }
    }

    /// Forgets a file; if it is still there, the next scan finds it as a new one.
    private func forget(_ file: FollowedFile) {
        changes.append(SourcePosition(file.name, nil))
        files.removeAll { $0 === file }
        byLog[file.log]?.removeAll { $0 === file }
    }
}
