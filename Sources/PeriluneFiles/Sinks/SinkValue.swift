package import PeriluneCore

/// A value for a sink, with its identity.
package struct SinkValue: Sendable {
    /// The value as emitted, without a line end.
    package let json: ArraySlice<UInt8>
    /// The number of the value in its sequence, as in ``RecordBatch/first``.
    package let number: Int64
    /// The sequence that the number belongs to: an output in a store, or of a host without one.
    package let sequence: String

    /// The id of the value, which is the same if the host delivers the value again.
    package var id: String { "\(sequence)-\(number)" }

    /// The value as the data of a CloudEvent.
    package func event(of output: String) -> [UInt8] {
        EmittedEvent.json(id: id, source: output, data: json)
    }
}

extension RecordBatch {
    /// The values of the batch after a number, in order.
    package func values(after number: Int64) -> [SinkValue] {
        zip(first..., records.split(separator: UInt8(ascii: "\n")))
            .filter { $0.0 > number }
            .map { SinkValue(json: $0.1, number: $0.0, sequence: sequence) }
    }
}
