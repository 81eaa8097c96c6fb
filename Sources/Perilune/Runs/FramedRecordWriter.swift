internal import PeriluneCore
internal import PeriluneJSON

/// Writes records of which only the event's id, the effects and the number of emitted values vary.
///
/// Nearly all records of a log are written here. They have the same bytes as those of ``Record/write(to:)``.
struct FramedRecordWriter {
    private var writer = JSONWriter(reserving: 2048)
    /// The JSON after the effects, by the number of emitted values.
    private let ends = (0..<16).map { Array("],\"emitted\":\($0)}\n".utf8) }

    /// Writes the record of an event; returns false if the record has other members, or an id that may have to be
    /// escaped or masked.
    mutating func write(
        _ ending: Ending, _ event: JSONEvent, _ job: EventJob, hasOutputs: Bool
    ) -> Bool {
        let commander = job.commander
        let emitted = commander.emitted
        guard emitted < ends.count, !hasOutputs || emitted == 0,
            let frame = job.bus.recordFrame(event, ending, commander)
        else { return false }
        let isWritten = event.withSpelledID { id in
            guard Redaction.isPlain(id) else { return false }
            writer.removeAll()
            writer.raw(#"{"event":""#, id, frame)
            if commander.pending != nil {
                writer.separateNothing()
                commander.writePending(id, to: &writer)
            }
            return true
        }
        guard isWritten else { return false }
        if commander.pending == nil {
            writer.separateNothing()
            for effect in commander.effects { effect.write(to: &writer) }
        }
        writer.separateNothing()
        writer.raw(json: ends[emitted])
        job.sinks.records.append(writer.bytes)
        return true
    }
}
