internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneHTTP
internal import PeriluneJSON
internal import PeriluneStore

/// Writes the results of events: counts, records and quarantined events.
final class ResultWriter {
    private let options: HostOptions
    /// Masks secrets in reasons and errors, because scripts may put links into them.
    private let redact: @Sendable (String) -> String
    private var writer = JSONWriter(reserving: 1024)
    private var framed = FramedRecordWriter()
    /// Whether counts by delegate are needed.
    private let counts: Bool
    /// Whether values can be emitted to outputs with names.
    private let hasOutputs: Bool

    init(_ options: HostOptions, redact: @escaping @Sendable (String) -> String) {
        self.options = options
        self.redact = redact
        counts = options.observer != nil
        hasOutputs = !options.outputs.isEmpty
    }

    /// Writes the result of an event.
    ///
    /// If `root` is given, it is quarantined in place of the event, which it has caused.
    func eventEnded(
        _ ending: Ending, _ event: any EventContent, _ job: EventJob,
        quarantining root: [UInt8]? = nil
    ) {
        let commander = job.commander
        let batch = job.batch
        batch.result.summary.count(ending.outcome)
        if counts || job.isLive { batch.count(ending, commander.effects) }
        batch.result.summary.emitted += commander.emitted
        if options.emitsEvents, commander.emitted > 0 { makeEvents(ending, event, job) }
        if commander.hasFailed { noteError(ending, event, job, root) }
        job.span?.eventEnded(
            ending, by: job.bus.delegate(of: ending), event, commander.error.map(redacted))
        if job.isLive || batch.records != nil {
            noteRecord(ending, event, job)
        } else if options.keepsRecords {
            write(ending, event, job)
        }
    }

    /// Creates the record of an event as a value, if one is needed.
    private func noteRecord(_ ending: Ending, _ event: any EventContent, _ job: EventJob) {
        let commander = job.commander
        let tap = tap(of: job)
        guard tap != nil || wantsRecord(job) else { return }
        let verdict = job.bus.verdict(ending, commander)
        var record = Record(
            event: event.id, type: event.type, outcome: verdict.outcome, by: verdict.by,
            reason: verdict.reason.map(redact), effects: commander.effects,
            emitted: commander.emitted, error: commander.error.map(redacted))
        record.version = verdict.version
        record.redirect = verdict.redirect.map(redact)
        record.parts = commander.parts.map { $0.redacted(redact) }
        record.outputs = outputs(job)
        tap?.add(event.json, record)
        keep(record, job)
    }

    /// Writes the record of an event of a log.
    private func write(_ ending: Ending, _ event: any EventContent, _ job: EventJob) {
        if let event = event as? JSONEvent, framed.write(ending, event, job, hasOutputs: hasOutputs)
        {
            return
        }
        let commander = job.commander
        let verdict = job.bus.verdict(ending, commander)
        writer.removeAll()
        Record.write(
            event: event.id, type: event.type, verdict.outcome, by: verdict.by,
            version: verdict.version, reason: verdict.reason.map(redact),
            redirect: verdict.redirect.map(redact),
            parts: commander.parts.isEmpty ? [] : commander.parts.map { $0.redacted(redact) },
            effects: commander.effects, emitted: commander.emitted, outputs: outputs(job),
            error: commander.hasFailed ? commander.error.map(redacted) : nil, to: &writer)
        writer.endLine()
        job.sinks.records.append(writer.bytes)
    }

    /// The number of values that an event has emitted to each named output.
    private func outputs(_ job: EventJob) -> [String: Int] {
        let emitted = job.commander.emitted
        guard hasOutputs, emitted > 0 else { return [:] }
        return unsafe job.sinks.output.withBytes {
            unsafe NamedLines.counts(ofLast: emitted, in: $0)
        }
    }

    /// Converts the values that an event has emitted to the default output to CloudEvents.
    private func makeEvents(_ ending: Ending, _ event: any EventContent, _ job: EventJob) {
        let output = job.sinks.output
        let by = job.bus.verdict(ending, job.commander).by ?? "perilune"
        let identity = EmittedEvent.identity(event.source, event.id, by) + "/"
        var number = 0
        var bytes: [UInt8] = []
        let start = unsafe output.withBytes { all -> Int? in
            guard let start = unsafe NamedLines.start(ofLast: job.commander.emitted, in: all) else {
                return nil
            }
            unsafe NamedLines.forEach(UnsafeRawBufferPointer(rebasing: all[start...])) {
                name, lines in
                for line in unsafe Array(lines).split(separator: UInt8(ascii: "\n")) {
                    if let name {
                        bytes += EmittedLine.head(name) + line
                    } else {
                        number += 1
                        bytes += EmittedEvent.json(
                            id: identity + "\(number)", source: EmittedEvent.source, data: line)
                    }
                    bytes.append(UInt8(ascii: "\n"))
                }
            }
            return start
        }
        guard let start else { return }
        output.truncate(to: start)
        output.append(bytes)
    }

    /// Counts events of a log that no delegate took and for which nothing is written.
    func noteUnhandled(_ count: Int, _ job: EventJob) {
        job.batch.result.summary.read += count
        job.batch.result.summary.unhandled += count
        if counts { job.batch.countUnhandled(count) }
    }

    private func noteError(
        _ ending: Ending, _ event: any EventContent, _ job: EventJob, _ root: [UInt8]?
    ) {
        if let error = job.commander.error {
            job.batch.result.summary.errors += 1
            job.batch.report(
                Problem(
                    line: job.line, offset: job.offset, event: event.id, error: error,
                    path: job.live?.source, delegate: job.commander.failedDelegate,
                    isQuarantined: ending.outcome == .failed))
            if ending.outcome == .failed {
                let isPublished = root == nil && job.depth > job.base
                quarantine(
                    root ?? event.json, error, event: root == nil ? event.id : nil, job,
                    isPublished: isPublished,
                    isOfHost: ReservedTypes.contains(event.type))
            }
        }
    }

    /// Bytes that are not an event; the error counts lines from their beginning.
    ///
    /// `isUnreadable` says that they are not in the format of events, but an entry that a codec could not read.
    func refuse(
        _ bytes: [UInt8], _ error: PeriluneError, _ job: EventJob, isUnreadable: Bool = false
    ) {
        var error = error
        error.place.file = job.batch.log
        error.place.line = job.line + max(0, (error.place.line ?? 1) - 1)
        job.batch.result.summary.count(.failed)
        if counts || job.isLive { job.batch.count(.failed, []) }
        job.batch.result.summary.errors += 1
        job.batch.report(
            Problem(
                line: job.line, offset: job.offset, event: nil, error: error,
                path: job.live?.source, isQuarantined: true))
        quarantine(
            bytes, error, event: nil, job, isPublished: job.depth > job.base,
            isUnreadable: isUnreadable)
        let tap = tap(of: job)
        guard tap != nil || wantsRecord(job) else { return }
        let record = Record(
            event: "\(job.batch.log):\(job.line)", type: "", outcome: .failed,
            error: redacted(error))
        tap?.add(nil, record)
        keep(record, job)
    }

    private func redacted(_ error: PeriluneError) -> PeriluneError {
        var error = error
        error.message = redact(error.message)
        error.hint = error.hint.map(redact)
        if !error.place.isMasked {
            error.place.sourceLine = error.place.sourceLine.map(redact)
        }
        return error
    }

    /// A line that is too long; `batch` has its beginning.
    func refuseLongLine(_ batch: EventBatch, _ progress: BatchInProgress, _ bus: Bus) {
        let job = EventJob(progress, bus: bus, options: options)
        job.line = batch.chunk.firstLine
        job.offset = batch.chunk.offset
        // A compressed log of a few bytes can hold a line of gigabytes.
        let bytes = unsafe batch.chunk.withBytes { unsafe Array($0.prefix(Self.keptOfLongLine)) }
        let what = batch.chunk.scanner == nil ? "line" : "entry"
        let error = PeriluneError(
            "event.size", "the \(what) exceeds the maximum length of an event",
            at: .init(file: batch.log, line: job.line),
            hint:
                "raise the limit with --max-event; the quarantine has the beginning of the \(what)")
        progress.result.summary.read += 1
        refuse(bytes, error, job, isUnreadable: true)
    }

    /// How many bytes of a line that is too long the quarantine has.
    private static let keptOfLongLine = 64 << 10

    /// The tap that shows the event, if it has readers.
    private func tap(of job: EventJob) -> Tap? {
        guard job.isLive else { return nil }
        if job.batch.tap == nil { job.batch.unseen += 1 }
        return job.batch.tap
    }

    private func wantsRecord(_ job: EventJob) -> Bool {
        if job.isLive, let live = job.live { return live.keepsRecord || live.whenDecided != nil }
        return options.keepsRecords || job.batch.records != nil
    }

    private func keep(_ record: Record, _ job: EventJob) {
        if let live = job.live {
            // Events that it published come later; the sender gets the record of the event itself.
            if live.whenDecided != nil, job.record == nil { job.record = record }
            guard live.keepsRecord else { return }
        }
        if job.batch.records != nil {
            job.batch.records?.append((job.line, record))
            return
        }
        writer.removeAll()
        record.write(to: &writer)
        writer.endLine()
        job.sinks.records.append(writer.bytes)
    }

    /// Keeps an event for the quarantine in the store of a run.
    private func keepForRun(
        _ bytes: [UInt8], _ error: PeriluneError, _ job: EventJob, _ isPublished: Bool,
        _ isOfHost: Bool, _ isUnreadable: Bool
    ) {
        writer.removeAll()
        redacted(error).write(to: &writer)
        let event = QuarantinedEvent(
            number: LineLedger.number(log: job.batch.logNumber, line: job.line),
            source: isOfHost ? LiveEvent.hostSource : "\(job.batch.log):\(job.line)", event: bytes,
            error: writer.text,
            isPublished: isPublished, isUnreadable: isUnreadable)
        job.batch.result.quarantined.append((job.line, event))
    }

    /// Writes an object per line: the place, the error, and the bytes, as text or in base64.
    private func quarantine(
        _ bytes: [UInt8], _ error: PeriluneError, event: String?, _ job: EventJob,
        isPublished: Bool = false, isOfHost: Bool = false, isUnreadable: Bool = false
    ) {
        if let live = job.live {
            job.batch.quarantine(live.quarantined(bytes, redacted(error), isPublished), error)
            return
        }
        if counts { job.batch.countQuarantined(error) }
        if options.run != nil { keepForRun(bytes, error, job, isPublished, isOfHost, isUnreadable) }
        writer.removeAll()
        writer.beginObject()
        writer.write("log", job.batch.log)
        writer.write("line", .integer(Int64(job.line)))
        writer.write("offset", .integer(Int64(job.offset)))
        if let event { writer.write("event", event) }
        if isUnreadable { writer.write("unreadable", .bool(true)) }
        writer.name("error")
        redacted(error).write(to: &writer)
        if let text = String(validating: bytes, as: UTF8.self) {
            writer.write("bytes", text)
        } else {
            writer.write("base64", Base64.encode(bytes))
        }
        writer.endObject()
        writer.endLine()
        job.sinks.quarantine.append(writer.bytes)
    }
}
