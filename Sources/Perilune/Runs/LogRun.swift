package import PeriluneCore
package import PeriluneFiles
package import PeriluneStore
internal import Synchronization

/// A run of logs whose progress is saved in a store, so that it can be resumed.
///
/// A commit is one transaction with the state that the lines before its position have changed, the position, and the
/// length of each output; it contains nothing of later lines. The outputs are on the disk before the commit. What a
/// crash leaves in a file beyond its committed length is cut off when the run is resumed.
package final class LogRun: Sendable {
    /// The store, for the host.
    package let store: EventStore
    /// The damaged rows that were set aside when the store was opened.
    package let setAside: [StoreDamage]
    /// Whether an earlier run was interrupted, so that this one continues where it stopped.
    package let isResumed: Bool

    /// Whether an earlier run was finished, so that this one reads only new lines.
    package var wasFinished: Bool { known["state"] == "finished" }

    private let path: String
    /// Whether the last log is followed, so that it may be rotated between runs.
    private let follows: Bool
    private let restarts: Bool
    private let lock: StoreLock
    private let known: [String: String]
    private let pending = Mutex(Pending())
    /// The difference in identity between this run and the earlier one.
    private let difference = Mutex<String?>(nil)
    /// The position at which reading each log begins.
    private let positions = Mutex<[String: InputPosition]>([:])
    private let replaced = Mutex<[InputPosition]>([])
    private let lost = Mutex<[String]>([])
    private let clock = ContinuousClock()

    /// The results since the last commit.
    private struct Pending {
        var handed: [StateHandover] = []
        /// The number of changes of state.
        var changes = 0
        /// Records and values for the sinks of plugins.
        var waiting: OutboxLines = [:]
        /// Events that could not be processed.
        var quarantined: [QuarantinedEvent] = []
        /// The position in each log, because a log may have ended and the next begun since the last commit.
        var positions: [String: InputPosition] = [:]
        /// The number of a line in the ledger; the lines before it are processed.
        var effects: Int64?
        /// Whether the last piece ended within a line, where a run cannot be resumed.
        var isWithinLine = false
        /// When the first of these results was added.
        var start: ContinuousClock.Instant?
    }

    /// The time between commits, so that their cost is small compared to that of the events.
    private static let interval: Duration = .seconds(1)

    /// The number of changes of state after which a run commits at once, so that memory use does not depend on the
    /// speed of the run.
    private static let maximumChanges = 50_000

    /// Opens the store of a run.
    ///
    /// - Parameters:
    ///   - path: The file; created if it does not exist.
    ///   - restarts: Forgets the state and the progress of earlier runs.
    ///   - follows: Begins with the first line of a log that is another file than before.
    ///   - aside: The file for damaged rows, if they are to be set aside.
    /// - Throws: `store.busy` if another process writes the store, or what is wrong with it.
    package init(
        path: String, restarts: Bool = false, follows: Bool = false,
        settingAside aside: String? = nil
    ) throws(PeriluneError) {
        self.path = path
        self.follows = follows
        self.restarts = restarts
        lock = try StoreLock(store: path)
        (store, setAside) = try EventStore.forWriting(path, settingAside: aside)
        if restarts {
            try store.commit { (transaction) throws(PeriluneError) in
                try transaction.forgetRuns()
            }
        }
        known = try store.run()
        isResumed = known["state"] == "interrupted"
    }

    /// Stores the identity of the run.
    ///
    /// - Parameters:
    ///   - identity: The identity.
    ///   - output: The file of the values, which has one format.
    ///   - outputs: All files that are written.
    /// - Throws: `run.changed` if an interrupted run had another identity, if an earlier run read another file under
    ///   the name of a log, or if values would be appended to the output in another format.
    package func begin(
        _ identity: RunIdentity, output: String? = nil, outputs: [String] = []
    ) throws(PeriluneError) {
        let difference = identity.difference(from: known)
        self.difference.withLock { $0 = wasFinished ? difference : nil }
        if isResumed, let difference {
            throw PeriluneError(
                "run.changed", "the interrupted run cannot be resumed: \(difference)",
                at: .init(file: path),
                hint:
                    "repeat the command that was interrupted, or start from the beginning with --restart, which also clears the state"
            )
        }
        if let output, let difference = identity.formatDifference(from: known),
            try length(of: output) > 0
        {
            throw PeriluneError(
                "run.changed", "cannot append to \(output) in another format: \(difference)",
                at: .init(file: path),
                hint:
                    "use the same format, name another output, or start from the beginning with --restart, which also clears the state"
            )
        }
        for output in outputs { _ = try length(of: output) }
        var positions: [String: InputPosition] = [:]
        for log in identity.logs { positions[log] = try knownPosition(of: log) }
        self.positions.withLock { $0 = positions }
        try store.commit { (transaction) throws(PeriluneError) in
            for (name, value) in identity.rows { try transaction.setRun(name, value) }
            if restarts {
                for log in identity.logs { try transaction.forgetQuarantined(ofLog: log) }
            }
            for output in lostOutputs {
                let nothing = FileIdentity(device: 0, number: 0)
                try transaction.mark(OutputMark(path: output, file: nothing, length: 0))
            }
            try transaction.setRun("state", "interrupted")
        }
    }

    /// The position at which reading a log continues; `nil` for a log that was not read before.
    package func position(of log: String) -> InputPosition? { positions.withLock { $0[log] } }

    /// Logs with another file than the earlier run has read, and where that run stopped in the former file.
    package var replacedLogs: [InputPosition] { replaced.withLock(\.self) }

    /// The name of the row with a log's fingerprint.
    private static func fingerprintRow(_ log: String) -> String { "log \(log)" }

    private func knownPosition(of log: String) throws(PeriluneError) -> InputPosition? {
        guard log != "-", let position = try store.position(of: log),
            let fingerprint = known[Self.fingerprintRow(log)]
        else { return nil }
        if try LogFingerprint(text: fingerprint)?.matches(file: log) == true { return position }
        if follows {
            replaced.withLock { $0.append(position) }
            return nil
        }
        throw PeriluneError(
            "run.changed",
            isResumed
                ? "the interrupted run cannot be resumed: \(log) has been replaced by another file"
                : "\(log) is not the file that an earlier run read, or has become shorter",
            at: .init(file: path),
            hint: isResumed
                ? "restore the log, or start from the beginning with --restart, which also clears the state"
                : "restore the log, or start from the beginning with --restart, which also clears the state; to keep the state, give the new log another name"
        )
    }

    /// The name of the row with a log's generation.
    private static func generationRow(_ log: String) -> String { "generation \(log)" }

    /// The generation of a log that an earlier run has read (``LogGenerations``); `nil` if it has none.
    func generation(of log: String) -> String? {
        known[Self.generationRow(log)].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether an earlier run has read another file at the path of a log.
    func hasReplaced(_ log: String) -> Bool { replacedLogs.contains { $0.log == log } }

    /// Stores which file a log is, for reading it from its first line.
    func open(_ log: String, _ generation: String?) throws(PeriluneError) {
        guard log != "-", let fingerprint = try LogFingerprint(of: log) else { return }
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.setRun(Self.fingerprintRow(log), fingerprint.text)
            try transaction.setRun(Self.generationRow(log), generation ?? "")
            try transaction.save(InputPosition(log: log, offset: 0, line: 1))
        }
    }

    /// The outputs of a finished run that are missing; they are created again, without their earlier values.
    package var lostOutputs: [String] { lost.withLock(\.self) }

    /// The valid length of an output in bytes; 0 for a file that no earlier run has written.
    ///
    /// - Throws: `run.changed` if the earlier run wrote another file under this name. After a finished run the file
    ///   may be missing, because outputs may be collected.
    package func length(of output: String) throws(PeriluneError) -> Int {
        guard output != "-", let mark = try store.output(output) else { return 0 }
        if let file = FileIdentity(path: output),
            mark.isSameFile(as: OutputMark(path: output, file: file, length: 0))
        {
            return Int(mark.offset)
        }
        guard mark.offset > 0 else { return 0 }
        if isResumed {
            throw PeriluneError(
                "run.changed",
                "the interrupted run cannot be resumed: the output \(output) is missing, or is another file",
                at: .init(file: path),
                hint:
                    "restore the output, or start from the beginning with --restart, which also clears the state"
            )
        }
        if let file = FileState(path: output), file.size > 0 {
            throw PeriluneError(
                "run.changed",
                "the output \(output) is not the file that the earlier run wrote, and would be overwritten",
                at: .init(file: path),
                hint:
                    "move the file away, name another output, or start from the beginning with --restart, which also clears the state"
            )
        }
        lost.withLock { if !$0.contains(output) { $0.append(output) } }
        return 0
    }

    /// Events in the quarantine of the store.
    package var quarantined: Int { store.quarantineSize.events }

    /// Adds the results for the lines up to a position; calls must follow the order of the lines.
    ///
    /// - Parameters:
    ///   - results: The results of the workers.
    ///   - waiting: The records and values for the sinks of plugins.
    ///   - place: The position; `nil` within a line.
    ///   - number: The index of the log.
    func add(
        _ results: [BatchResult], _ waiting: OutboxLines, through place: InputPosition?,
        of number: Int
    ) {
        let now = clock.now
        pending.withLock { pending in
            for handed in results.lazy.flatMap(\.handed) {
                pending.handed.append(handed)
                pending.changes += handed.changes.count
            }
            pending.waiting.merge(waiting, uniquingKeysWith: +)
            let quarantined = results.flatMap(\.quarantined)
            if !quarantined.isEmpty {
                pending.quarantined += quarantined.sorted { $0.line < $1.line }.map(\.event)
            }
            if pending.start == nil { pending.start = now }
            pending.isWithinLine = place == nil
            guard let place else { return }
            pending.positions[place.log] = place
            pending.effects = LineLedger.number(log: number, line: place.line)
        }
    }

    /// Whether it is time to commit.
    var isDue: Bool {
        let (start, changes) = pending.withLock { ($0.isWithinLine ? nil : $0.start, $0.changes) }
        guard let start else { return false }
        return changes >= Self.maximumChanges || clock.now - start > Self.interval
    }

    /// Commits the results so far; the outputs must be on the disk up to the given lengths.
    ///
    /// Within a line, it commits nothing, because a run is resumed at the last commit.
    package func commit(
        _ outputs: [OutputMark], isFinished: Bool = false
    ) throws(PeriluneError) {
        let next = pending.withLock { pending in
            defer { pending = Pending() }
            return pending
        }
        if next.isWithinLine { return }
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.save(next.handed.flatMap(\.changes))
            try transaction.addToOutbox(next.waiting)
            try transaction.quarantine(
                ofLines: next.quarantined, time: Timestamp.now.microseconds / 1_000_000)
            for place in next.positions.values where place.log != "-" {
                try transaction.save(place)
            }
            if let effects = next.effects {
                try transaction.forgetEffects(ofLinesBefore: effects)
            }
            for output in outputs { try transaction.mark(output) }
            if isFinished { try transaction.setRun("state", "finished") }
        }
        for handed in next.handed { handed.didCommit() }
    }

    /// Leaves a finished run unchanged, because its logs have nothing new.
    ///
    /// - Returns: `run.changed` if this run has another identity, so that the outputs are not those of this command.
    package func unchanged(reading logs: String) throws(PeriluneError) -> PeriluneError? {
        guard let difference = difference.withLock(\.self) else { return nil }
        try store.commit { (transaction) throws(PeriluneError) in
            for (name, value) in known { try transaction.setRun(name, value) }
        }
        return PeriluneError(
            "run.changed",
            "nothing was processed: an earlier run has read all of \(logs), and \(difference)",
            at: .init(file: path),
            hint:
                "process the logs from the beginning with --restart, which also clears the state, or name another store"
        )
    }

    /// Closes the store.
    package func close() { store.close() }
}

extension OutputMark {
    /// Creates a mark for a regular file, with the number of its bytes on the disk.
    package init(path: String, file: FileIdentity, length: Int) {
        self.init(
            path: path, device: Int64(truncatingIfNeeded: file.device),
            inode: Int64(truncatingIfNeeded: file.number), offset: Int64(length))
    }

    func isSameFile(as other: OutputMark) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// Changes of state that a worker hands over to be saved.
struct StateHandover {
    let state: PendingState
    let changes: [StateChange]
    let number: Int

    /// Called when the changes are saved.
    func didCommit() { state.didCommit(number) }
}

extension BatchResult {
    /// Takes the changes of the events that have ended.
    mutating func takeChanges(of state: PendingState) {
        let (changes, number) = state.handOver()
        guard !changes.isEmpty else { return }
        handed.append(StateHandover(state: state, changes: changes, number: number))
    }
}
