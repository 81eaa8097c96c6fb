internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

/// What came of live events that have ended: everything that is kept in one step.
struct Settlement: Sendable {
    /// How many have ended, and the bytes that they had.
    var events = 0
    var bytes = 0
    /// Their numbers in the inbox, where they have one.
    var numbers: [Int64] = []
    /// The numbers of events of timers that have noted effects.
    var timers: [Int64] = []
    /// State that they changed.
    var changes: [StateChange] = []
    /// What they emitted, a line each.
    var output: [UInt8] = []
    /// Their records, a line each.
    var records: [UInt8] = []
    /// Values for files of named outputs, by the name of the output.
    var named: [String: [UInt8]] = [:]
    /// Records and values again, for the sinks of plugins if there are any.
    var outbox: OutboxLines = [:]
    var quarantined: [QuarantinedEvent] = []
    var problems: [Problem] = []
    /// The same as counts.
    var decisions = Decisions()
    /// What modules of scripts have counted.
    var notices = Notices()
    /// Who waits, to be told when this is kept.
    var answers: [@Sendable () -> Void] = []
    /// The state that has to be told when this is kept.
    private var state: (pending: PendingState, number: Int)?

    /// Divides the emitted values by output; drops those of outputs that are not written.
    mutating func divideOutput(_ outputs: [NamedOutput], keepsMain: Bool) {
        if !outputs.isEmpty {
            let lines = NamedLines.byOutput(output)
            output = lines[""] ?? []
            named = lines.filter { name, _ in
                outputs.contains { $0.name == name && $0.file != nil }
            }
        }
        if !keepsMain { output = [] }
    }

    /// Whether there is nothing to write.
    var isOnlyCounted: Bool {
        numbers.isEmpty && timers.isEmpty && changes.isEmpty && output.isEmpty && named.isEmpty
            && records.isEmpty
            && outbox.isEmpty && quarantined.isEmpty
    }

    /// An event that has ended.
    ///
    /// What a suspended one wrote is in buffers of its own.
    mutating func add(_ job: EventJob) {
        guard let live = job.live else { return }
        job.live = nil
        if live.timer == nil {
            events += 1
            bytes += live.json.count
        } else if let number = live.reserved?.number {
            timers.append(number)
        }
        if let number = live.number { numbers.append(number) }
        if let whenDecided = live.whenDecided, let record = job.record {
            answers.append { whenDecided(record) }
        }
        job.record = nil
        if job.isDetached { add(job.sinks) }
    }

    /// What was written without waiting.
    mutating func add(_ sinks: Sinks) {
        append(sinks.output, to: \.output)
        append(sinks.records, to: \.records)
    }

    /// What a batch has counted since the last time.
    mutating func add(_ batch: BatchInProgress, of bus: Bus) {
        decisions = batch.decisions(of: bus)
        quarantined = batch.quarantined
        problems = batch.result.problems
        batch.forgetChanges()
    }

    mutating func hand(over state: PendingState) {
        let (changes, number) = state.handOver()
        self.changes = changes
        self.state = (state, number)
    }

    /// Everything is stored: resumes the callers that wait for it.
    func didCommit() {
        if let state, !changes.isEmpty { state.pending.didCommit(state.number) }
        for answer in answers { answer() }
    }

    private mutating func append(
        _ buffer: JSONBuffer, to bytes: WritableKeyPath<Settlement, [UInt8]>
    ) {
        guard buffer.count > 0 else { return }
        unsafe buffer.withBytes { unsafe self[keyPath: bytes].append(contentsOf: $0) }
        buffer.truncate(to: 0)
    }
}
