package import PeriluneCore

/// A value on its way, with its identity.
package struct SinkValue: Sendable {
    package let json: ArraySlice<UInt8>
    package let number: Int64
    package let sequence: String

    /// Stays the same when the host delivers the value again.
    package var id: String { "\(sequence)-\(number)" }

    /// The value as the data of a CloudEvent.
    package func event(of output: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("specversion", "1.0")
        writer.write("id", id)
        writer.write("source", output)
        writer.write("type", "perilune.emitted")
        writer.endObject()
        return writer.bytes.dropLast() + Array(#","data":"#.utf8) + json + [UInt8(ascii: "}")]
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
