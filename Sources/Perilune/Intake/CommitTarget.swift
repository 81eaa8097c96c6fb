internal import Glibc
internal import PeriluneCore
internal import PeriluneStore

/// Writes commits to the store and the outputs.
///
/// The outputs are written first, because the transaction stores their valid lengths.
final class CommitTarget: @unchecked Sendable {
    private let store: EventStore?
    private let memory: any StateStore
    private let output: OutputLog?
    private let formatOutput: (@Sendable ([UInt8]) throws(PeriluneError) -> [UInt8])?
    private let records: OutputLog?
    /// The files of named outputs.
    private let named: [(name: String, log: OutputLog)]
    private var logs: [OutputLog] { [output, records].compactMap(\.self) + named.map(\.log) }
    private let isDurable: Bool
    private let memoryLimit: (days: Int, deliveries: Int)
    private var commits = 0
    /// When the servers stored the newest event, if the store is that of a lane.
    ///
    /// Old ids are deleted by this time and not by the clock of the member, because the next member's clock may
    /// differ.
    private var laneTime: Int64?
    private let isLane: Bool

    /// The results of a transaction, in the order of the requests.
    struct Saved: Sendable {
        var accepted: [[Range<Int64>?]] = []
        var effects: [EffectWrite.Known] = []
    }

    init(
        _ options: IntakeOptions, store: EventStore?, memory: any StateStore
    ) throws(PeriluneError) {
        self.store = store
        self.memory = memory
        isDurable = options.isDurable
        memoryLimit = options.memory
        isLane = options.cluster?.log != nil
        laneTime = isLane ? try store?.newestDelivery() : nil
        if options.output == "-", options.records == "-" {
            throw PeriluneError(
                "output.twice", "emitted values and records cannot both go to standard output",
                hint: "name a file for one of them")
        }
        func open(_ path: String?) throws(PeriluneError) -> OutputLog? {
            guard let path else { return nil }
            return try OutputLog(path: path, mark: try store?.output(path))
        }
        output = try open(options.output)
        formatOutput = options.formatOutput
        records = try open(options.records)
        var named: [(name: String, log: OutputLog)] = []
        for output in options.host.outputs {
            if let log = try open(output.file) { named.append((output.name, log)) }
        }
        self.named = named
        try refuseSharedFiles()
        try notePositions()
    }

    /// Throws if two outputs have the same file, where they would overwrite each other.
    private func refuseSharedFiles() throws(PeriluneError) {
        let files = logs.compactMap(\.position)
        for (number, file) in files.enumerated()
        where files[..<number].contains(where: { $0.isSameFile(as: file) }) {
            throw PeriluneError(
                "output.twice", "two outputs write to the same file", at: .init(file: file.path),
                hint: "name another file for one of them")
        }
    }

    /// Reopens the outputs whose files were replaced, and returns their paths.
    func reopen() throws(PeriluneError) -> [String] {
        var paths: [String] = []
        for log in logs where try log.reopen() { paths.append(log.path) }
        if !paths.isEmpty { try notePositions() }
        return paths
    }

    /// Stores the lengths of the outputs.
    ///
    /// Otherwise, lines that are written before a crash could not be cut off, because the store would not know the
    /// file.
    private func notePositions() throws(PeriluneError) {
        let positions = logs.compactMap(\.position)
        guard !positions.isEmpty, let store else { return }
        try store.commit { (transaction) throws(PeriluneError) in
            for position in positions { try transaction.mark(position) }
        }
    }

    /// Saves everything in one transaction; if it throws, call it again with everything that must not be lost.
    ///
    /// A probe writes even if there is nothing to write.
    func save(
        _ arrivals: [Arrival], _ settlements: inout [Settlement], _ effects: [EffectWrite],
        isProbe: Bool
    ) throws(PeriluneError) -> Saved {
        if isProbe { store?.makeRoom() }
        for index in settlements.indices {
            // Written lines are removed, so that another attempt does not write them again.
            if let formatOutput, !settlements[index].output.isEmpty {
                try output?.write(try formatOutput(settlements[index].output))
                settlements[index].output = []
            }
            try write(&settlements[index].output, to: output)
            try write(&settlements[index].records, to: records)
            for (name, log) in named where settlements[index].named[name] != nil {
                try write(&settlements[index].named[name, default: []], to: log)
            }
        }
        guard let store else {
            for settlement in settlements { try memory.save(settlement.changes) }
            return Saved()
        }
        if isDurable, !settlements.isEmpty {
            for log in logs { try log.sync() }
        }
        commits += 1
        let settled = settlements
        return try store.commit { (transaction) throws(PeriluneError) in
            try save(arrivals, settled, effects, isProbe, in: transaction)
        }
    }

    private func save(
        _ arrivals: [Arrival], _ settlements: [Settlement], _ effects: [EffectWrite],
        _ isProbe: Bool, in transaction: StoreTransaction
    ) throws(PeriluneError) -> Saved {
        var saved = Saved()
        let now = Int64(time(nil))
        for delivery in arrivals.lazy.flatMap(\.deliveries) {
            if isLane, let time = delivery.time { laneTime = max(laneTime ?? time, time) }
        }
        transaction.time = laneTime ?? now
        for arrival in arrivals {
            var numbers: [Range<Int64>?] = []
            for delivery in arrival.deliveries {
                numbers.append(
                    try transaction.accept(
                        delivery.events.map(\.json), source: arrival.source,
                        identity: delivery.identity, time: delivery.time ?? now))
            }
            saved.accepted.append(numbers)
            if !arrival.isRepetition(numbers) {
                for entry in arrival.unreadable?.quarantined ?? [] {
                    try transaction.quarantine(entry, time: now)
                }
            }
            try transaction.save(arrival.positions, of: arrival.source)
        }
        try transaction.save(settlements.flatMap(\.changes))
        for settlement in settlements {
            try transaction.removeFromInbox(settlement.numbers)
            try transaction.finish(timers: settlement.timers)
            try transaction.addToOutbox(settlement.outbox)
            for event in settlement.quarantined { try transaction.quarantine(event, time: now) }
        }
        for effect in effects { saved.effects.append(try effect.write(in: transaction)) }
        if !settlements.isEmpty {
            for log in logs {
                if let position = log.position { try transaction.mark(position) }
            }
        }
        if commits % 256 == 0, !isLane || laneTime != nil {
            try transaction.forget(
                before: transaction.time - Int64(memoryLimit.days) * 86_400,
                keeping: memoryLimit.deliveries)
        }
        if isProbe { try transaction.probe() }
        return saved
    }

    private func write(_ bytes: inout [UInt8], to log: OutputLog?) throws(PeriluneError) {
        if !bytes.isEmpty { try log?.write(bytes) }
        bytes = []
    }
}
