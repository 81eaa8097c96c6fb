import PeriluneFiles

/// How a request contains several values.
enum HTTPSinkFormat: String, CaseIterable, Sendable {
    /// One value per line.
    case ndjson
    /// An array.
    case json
    /// A batch of CloudEvents, each with a value as its data and a stable id.
    case cloudevents

    /// The media type of the body.
    var type: String {
        switch self {
        case .ndjson: "application/x-ndjson"
        case .json: "application/json"
        case .cloudevents: "application/cloudevents-batch+json"
        }
    }

    /// The body with the values.
    func body(_ values: ArraySlice<SinkValue>, of output: String) -> [UInt8] {
        switch self {
        case .ndjson:
            return values.reduce(into: []) { $0 += $1.json + [UInt8(ascii: "\n")] }
        case .json: return Self.array(values.map(\.json))
        case .cloudevents:
            return Self.array(values.map { $0.event(of: output)[...] })
        }
    }

    private static func array(_ elements: [ArraySlice<UInt8>]) -> [UInt8] {
        [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")])
            + [UInt8(ascii: "]")]
    }
}
