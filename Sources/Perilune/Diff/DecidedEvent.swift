internal import PeriluneCore
internal import PeriluneJSON

/// The result of one version for one event: its record, and the emitted values.
struct DecidedEvent {
    let record: DecidedRecord
    /// The values by output; the name of the default output is empty.
    private var emitted: [(output: String, values: [ArraySlice<UInt8>])] = []

    /// The event of a line, followed by the events that were published for it.
    static func read(records: [DecidedRecord], emitted: ArraySlice<UInt8>) -> [DecidedEvent] {
        var values = emitted.nonEmptyLines[...]
        return records.map { record in
            defer { values = values.dropFirst(record.emitted) }
            return DecidedEvent(record, values.prefix(record.emitted))
        }
    }

    private init(_ record: DecidedRecord, _ values: ArraySlice<ArraySlice<UInt8>>) {
        self.record = record
        for value in values {
            let line = EmittedLine(value)
            let output = line.output ?? ""
            if let place = emitted.firstIndex(where: { $0.output == output }) {
                emitted[place].values.append(line.json)
            } else {
                emitted.append((output, [line.json]))
            }
        }
    }

    private func values(of output: String) -> [ArraySlice<UInt8>] {
        emitted.first { $0.output == output }?.values ?? []
    }

    /// The differences to the result of another version.
    func differences(
        from new: DecidedEvent, _ comparer: JSONComparer
    ) throws(PeriluneError) -> [FieldDifference] {
        var found = FieldDifferences()
        record.compare(with: new.record, &found)
        var outputs = emitted.map(\.output)
        for output in new.emitted.map(\.output) where !outputs.contains(output) {
            outputs.append(output)
        }
        for output in outputs.sorted() {
            try found.compareEmitted(
                output.isEmpty ? "emitted" : "outputs".luaMember(output), values(of: output),
                new.values(of: output), comparer)
        }
        return found.fields
    }
}
