internal import PeriluneCore
internal import PeriluneJSON

/// Converts the steps of a trace to values with secrets masked.
struct TraceWriter {
    private let redact: (Value) -> Value

    init(_ redact: @escaping (Value) -> Value) { self.redact = redact }

    func value(of step: TraceStep) -> Value {
        var members: [(String, Value)] = [("event", redact(.string(step.event)))]
        if let part = step.part {
            members.append(("part", .integer(Int64(part.number))))
            members.append(("link", redact(.string(part.text))))
        }
        members.append(("delegate", .string(step.delegate)))
        members += answer(step.answer)
        if let part = step.answeredFor {
            members.append(("answeredForPart", .integer(Int64(part))))
        }
        if let trace = step.trace { members += self.members(of: trace) }
        return .object(.init(members))
    }

    private func answer(_ answer: TraceStep.Answer) -> [(String, Value)] {
        switch answer {
        case .notInterested(let mismatch):
            [
                ("answer", "not-interested"), ("field", .string(mismatch.field)),
                ("wanted", mismatch.wanted), ("reason", redact(.string(mismatch.reason))),
            ]
        case .notReached: [("answer", "not-reached")]
        case .declined: [("answer", "declined")]
        case .replied(.handled): [("answer", "handled")]
        case .replied(.pass): [("answer", "passed")]
        case .replied(.byDefault(nil)): [("answer", "default")]
        case .replied(.byDefault(let url?)):
            [("answer", "default"), ("url", redact(.string(url)))]
        case .replied(.reject(let reason)), .replied(.rejectPart(let reason)):
            [("answer", "rejected"), ("reason", redact(.string(reason)))]
        case .failed(let error): [("answer", "failed"), ("error", value(of: error))]
        }
    }

    private func value(of error: PeriluneError) -> Value {
        var writer = JSONWriter()
        error.write(to: &writer)
        return (try? Value(json: writer.bytes)).map(redact) ?? .string(error.code.rawValue)
    }

    private func members(of trace: DelegateTrace) -> [(String, Value)] {
        var members: [(String, Value)] = [
            ("reads", .array(trace.reads.map(value))), ("calls", .array(trace.calls.map(value))),
            ("lines", .array(trace.files.map(value))),
            ("emitted", .array(trace.emitted.map { emitted(EmittedLine($0).text) })),
            ("microseconds", .integer(Int64(trace.microseconds))),
            ("instructions", .integer(Int64(trace.instructions))),
            ("allocated", .integer(Int64(trace.allocated))),
        ]
        let outputs = trace.emitted.map { EmittedLine($0).output }
        if outputs.contains(where: { $0 != nil }) {
            members.append(("outputs", .array(outputs.map { $0.map { .string($0) } ?? .null })))
        }
        if trace.isCut { members.append(("cut", true)) }
        return members
    }

    private func value(of read: DelegateTrace.Read) -> Value {
        let path: (String, Value) = ("path", .string(read.path))
        switch read.found {
        case .nothing: return .object(.init([path, ("missing", true)]))
        case .table(let count):
            return .object(.init([path, ("members", .integer(Int64(count)))]))
        case .value(let value):
            return .object(.init([path, ("value", read.masked(value, redact))]))
        }
    }

    private func value(of call: DelegateTrace.Call) -> Value {
        var members: [(String, Value)] = [
            ("name", .string(call.name)), ("arguments", redact(.array(call.arguments))),
        ]
        switch call.answer {
        case .waiting: members.append(("waiting", true))
        case .returned(let value): members.append(("answer", value.map(redact) ?? .null))
        case .failed(let code, let message):
            let message = redact(.string(message))
            members.append(
                ("error", .object(.init([("code", .string(code)), ("message", message)]))))
        }
        members.append(("microseconds", .integer(Int64(call.microseconds))))
        return .object(.init(members))
    }

    private func value(of file: DelegateTrace.FileLines) -> Value {
        let counts = file.counts.sorted { $0.key < $1.key }.map { line, count in
            ("\(line)", Value.integer(Int64(count)))
        }
        return .object(
            .init([
                ("file", .string(file.file)), ("counts", .object(.init(counts))),
                ("last", .integer(Int64(file.last))),
            ]))
    }

    private func emitted(_ json: String) -> Value {
        redact((try? Value(spellingNumbers: json.utf8)) ?? .string(json))
    }
}

extension DelegateTrace.Read {
    /// The value with its secrets masked; its path may show that it is one, or a part of one.
    package func masked(_ value: Value, _ redact: (Value) -> Value) -> Value {
        value != .null && Redaction.leadsToSecret(path) ? .string(Redaction.mask) : redact(value)
    }
}
