internal import Perilune
internal import PeriluneCore
internal import PeriluneJSON

/// What came of some events, as cases compare it.
struct Observation: Sendable {
    var records: [Value]
    var output: [Value]
    var published: [Value]
    var log: [Value]
    /// What went wrong, by the number of the record.
    var errors: [Int: PeriluneError] = [:]

    init(
        _ results: Host.Results, published events: [[UInt8]], log lines: [LogLine],
        parser: JSONParser
    ) throws(PeriluneError) {
        records = results.records.map(\.value)
        output = []
        published = []
        log = lines.map(\.value)
        for (number, record) in results.records.enumerated() {
            if let error = record.error { errors[number] = error }
        }
        var start = 0
        while let end = results.output[start...].firstIndex(of: 0x0A) {
            output.append(try parser.value(of: Array(results.output[start..<end])))
            start = end + 1
        }
        for event in events { published.append(try parser.value(of: event)) }
    }

    /// What `t.decide` answers: the record of the first event, and everything beside it.
    var value: Value {
        var members = records.first?.object ?? .init()
        members["records"] = .array(records)
        members["output"] = .array(output)
        members["published"] = .array(published)
        members["log"] = .array(log)
        return .object(members)
    }
}

extension Record {
    /// The record as its JSON says it.
    fileprivate var value: Value {
        var members: [(String, Value)] = [
            ("event", .string(event)), ("type", .string(type)),
            ("outcome", .string(outcome.rawValue)),
        ]
        if let by { members.append(("by", .string(by))) }
        if let reason { members.append(("reason", .string(reason))) }
        members.append(("effects", .array(effects.map(\.value))))
        members.append(("emitted", .integer(Int64(emitted))))
        if let error { members.append(("error", error.value)) }
        return .object(.init(members))
    }
}

extension Effect {
    fileprivate var value: Value {
        var members: [(String, Value)] = [("id", .string(id)), ("kind", .string(kind))]
        members += details.pairs.map { ($0.name, $0.value) }
        return .object(.init(members))
    }
}

extension PeriluneError {
    fileprivate var value: Value {
        var members: [(String, Value)] = [
            ("code", .string(code.rawValue)), ("message", .string(message)),
        ]
        if let file = place.file { members.append(("file", .string(file))) }
        if let line = place.line { members.append(("line", .integer(Int64(line)))) }
        if let column = place.column { members.append(("column", .integer(Int64(column)))) }
        if let hint { members.append(("hint", .string(hint))) }
        return .object(.init(members))
    }
}
