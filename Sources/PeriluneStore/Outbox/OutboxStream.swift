/// Lines for sinks, by output; the records are under the empty name.
package typealias OutboxLines = [String: [UInt8]]

/// The stream of a sink: the records, or the values of one output.
package struct OutboxStream: Sendable, Hashable {
    /// The name of the sink.
    package let sink: String
    /// The name of the output; empty for the records.
    package let output: String

    package init(sink: String, output: String) {
        self.sink = sink
        self.output = output
    }

    /// Parses the stored name; neither sinks nor outputs have a `/` in their names.
    package init(name: String) {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        sink = String(parts[0])
        output = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The stored name: `sink/output` for the values of an output, else the name of the sink.
    package var name: String { output.isEmpty ? sink : "\(sink)/\(output)" }
}
