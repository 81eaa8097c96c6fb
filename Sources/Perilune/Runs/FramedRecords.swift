internal import PeriluneCore
internal import PeriluneJSON

/// Writes records whose text is known but for the id of the event, the effects, and the number of emitted values.
///
/// Nearly all records of a log are written here. They have the same bytes as ``Record/write(to:)`` gives.
struct FramedRecords {
    /// The effects of one event.
    private var effects = JSONWriter(reserving: 1024)
    /// What follows the effects, by the number of emitted values.
    private let ends = (0..<16).map { Array("],\"emitted\":\($0)}\n".utf8) }
    private static let start = Array(#"{"event":""#.utf8)

    /// Writes the record of an event; false if it says more, or if its id may have to be escaped or masked.
    mutating func write(
        _ ending: Ending, _ event: JSONEvent, _ job: EventJob, hasOutputs: Bool
    ) -> Bool {
        let commander = job.commander
        let emitted = commander.emitted
        guard emitted < ends.count, !hasOutputs || emitted == 0,
            let frame = job.bus.recordFrame(event, ending, commander)
        else { return false }
        let records = job.sinks.records
        let isWritten = event.withSpelledID { id in
            guard Redaction.isPlain(id) else { return false }
            records.append(Self.start)
            unsafe id.withUnsafeBytes { unsafe records.append($0) }
            return true
        }
        guard isWritten else { return false }
        records.append(frame)
        if !commander.effects.isEmpty {
            effects.removeAll()
            for effect in commander.effects { effect.write(to: &effects) }
            records.append(effects.bytes)
        }
        records.append(ends[emitted])
        return true
    }
}
