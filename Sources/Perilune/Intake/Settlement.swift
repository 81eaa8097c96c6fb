internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

/// The results of live events that have ended: everything that is stored in one transaction.
struct Settlement: Sendable {
    /// The number of events that have ended, and their bytes.
    var events = 0
    var bytes = 0
    /// Their numbers in the inbox, for events that are there.
    var numbers: [Int64] = []
    /// The numbers of timers' events with stored effects.
    var timers: [Int64] = []
    /// State that they changed.
    var changes: [StateChange] = []
    /// The values that they emitted, one per line.
    var output: [UInt8] = []
    /// Their records, one per line.
    var records: [UInt8] = []
    /// Values for files of named outputs, by the name of the output.
    var named: [String: [UInt8]] = [:]
    /// The same records and values for the sinks of plugins, if there are any.
    var outbox: OutboxLines = [:]
    var quarantined: [QuarantinedEvent] = []
    var problems: [Problem] = []
    /// The counts of outcomes.
    var decisions = Decisions()
    /// The notices of scripts' modules.
    var notices = Notices()
    /// Called when everything is stored, for senders that wait.
    var answers: [@Sendable () -> Void] = []
    /// The worker's state, which is told when its changes are stored.
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

    /// Whether there are only counts and nothing to write.
    var isOnlyCounted: Bool {
        numbers.isEmpty && timers.isEmpty && changes.isEmpty && output.isEmpty && named.isEmpty
            && records.isEmpty
            && outbox.isEmpty && quarantined.isEmpty
    }

    /// Adds an event that has ended.
    ///
    /// The output of a suspended event is in buffers of its own.
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

    /// Adds what was written without waiting.
    mutating func add(_ sinks: Sinks) {
        append(sinks.output, to: \.output)
        append(sinks.records, to: \.records)
    }

    /// Adds the counts of a batch since the last call.
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

    /// Called when everything is stored: resumes the callers that wait for it.
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
