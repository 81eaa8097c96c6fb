internal import PeriluneCore
internal import PeriluneJSON

/// Compares the results of two versions for a chunk of a log.
final class ChunkComparer {
    private let parser = JSONParser()
    private let comparer = JSONComparer()

    /// Records and emitted values of one version.
    private struct Side {
        let records: LineBytes
        let output: LineBytes

        init(_ results: [BatchResult]) {
            records = LineBytes(results.map(\.records))
            output = LineBytes(results.map(\.output))
        }
    }

    func compare(
        _ old: [BatchResult], _ new: [BatchResult], of log: String,
        found: (EventDifference) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        if LineBytes.areEqual(old.map(\.records), new.map(\.records)),
            LineBytes.areEqual(old.map(\.output), new.map(\.output))
        {
            return
        }
        try compare(Side(old), Side(new), of: log, found: found)
    }

    /// Compares line by line; every line has a record in both versions.
    private func compare(
        _ old: Side, _ new: Side, of log: String,
        found: (EventDifference) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        var (newRecord, oldOutput, newOutput) = (0, 0, 0)
        for (line, range) in old.records.lines {
            let oldRecords = old.records.bytes[range]
            let newRecords = new.records.bytes(of: line, from: &newRecord)
            let oldEmitted = old.output.bytes(of: line, from: &oldOutput)
            let newEmitted = new.output.bytes(of: line, from: &newOutput)
            let isSameRecord = LineBytes.areEqual(oldRecords, newRecords)
            if isSameRecord, LineBytes.areEqual(oldEmitted, newEmitted) { continue }
            let oldRead = try DecidedRecord.read(oldRecords, with: parser)
            let newRead =
                isSameRecord ? oldRead : try DecidedRecord.read(newRecords, with: parser)
            let pairs = Self.paired(
                DecidedEvent.read(records: oldRead, emitted: oldEmitted),
                DecidedEvent.read(records: newRead, emitted: newEmitted))
            for (old, new) in pairs {
                if let difference = try difference(old, new, log, line) { try found(difference) }
            }
        }
    }

    /// Pairs events by id; an event that only one version published has no counterpart.
    private static func paired(
        _ old: [DecidedEvent], _ new: [DecidedEvent]
    ) -> [(old: DecidedEvent?, new: DecidedEvent?)] {
        var rest = new
        var pairs: [(old: DecidedEvent?, new: DecidedEvent?)] = []
        for event in old {
            let position = rest.firstIndex { $0.record.event == event.record.event }
            pairs.append((event, position.map { rest.remove(at: $0) }))
        }
        return pairs + rest.map { (nil, $0) }
    }

    private func difference(
        _ old: DecidedEvent?, _ new: DecidedEvent?, _ log: String, _ line: Int
    ) throws(PeriluneError) -> EventDifference? {
        guard let event = (old ?? new)?.record else { return nil }
        let fields: [FieldDifference]
        if let old, let new {
            fields = try old.differences(from: new, comparer)
        } else {
            fields = [
                FieldDifference(
                    "published", old: old.map { .string($0.record.type) },
                    new: new.map { .string($0.record.type) })
            ]
        }
        guard !fields.isEmpty else { return nil }
        return EventDifference(
            log: log, line: line, event: event.event, type: event.type,
            by: .init(old: old?.record.by, new: new?.record.by), fields: fields)
    }
}
