internal import Perilune
internal import PeriluneCore
internal import PeriluneJSON

/// The results of events in the form that cases compare.
struct Observation: Sendable {
    var records: [Value]
    var output: [Value]
    /// The values emitted to named outputs.
    var outputs: [String: [Value]] = [:]
    var published: [Value]
    var log: [Value]
    /// The errors, by the index of the record.
    var errors: [Int: PeriluneError] = [:]

    init(
        _ results: Host.Results, published events: [[UInt8]], log lines: [LogLine],
        parser: JSONParser
    ) throws(PeriluneError) {
        records = []
        output = []
        published = []
        log = lines.map(\.value)
        for (number, record) in results.records.enumerated() {
            if let error = record.error { errors[number] = error }
            var record = record
            // Cases do not compare tracebacks.
            record.error?.traceback = []
            var writer = JSONWriter()
            record.write(to: &writer)
            records.append(try parser.value(of: writer.bytes))
        }
        for emission in results.emissions {
            let value = try parser.value(of: emission.json)
            if let name = emission.output {
                outputs[name, default: []].append(value)
            } else {
                output.append(value)
            }
        }
        for event in events { published.append(try parser.value(of: event)) }
    }

    /// The result of `t.decide`: the record of the first event, and all other results.
    var value: Value {
        var members = records.first?.object ?? .init()
        members["records"] = .array(records)
        members["output"] = .array(output)
        members["outputs"] = .object(
            .init(outputs.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value)) }))
        members["published"] = .array(published)
        members["log"] = .array(log)
        return .object(members)
    }
}
