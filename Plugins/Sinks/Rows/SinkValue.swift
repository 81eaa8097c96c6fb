import PeriluneCore

/// A value on its way, with its identity.
struct SinkValue: Sendable {
    let json: ArraySlice<UInt8>
    let number: Int64
    let sequence: String
}

extension RecordBatch {
    /// The values of the batch after a number, in order.
    func values(after number: Int64) -> [SinkValue] {
        zip(first..., records.split(separator: UInt8(ascii: "\n")))
            .filter { $0.0 > number }
            .map { SinkValue(json: $0.1, number: $0.0, sequence: sequence) }
    }
}
