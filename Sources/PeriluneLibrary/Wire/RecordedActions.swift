package import PeriluneCore
internal import PeriluneJSON

/// The actions of a commander in the library, which are repeated in the host.
///
/// Identities of effects follow from event, actor and number, so they come out the same.
package struct RecordedActions: Sendable {
    private enum Effect: Sendable {
        case effect(kind: String, details: Value.Members)
        case publish(
            type: String, subject: String?, source: String?, time: String?, data: Value?)
    }

    private var emitted: [(value: Value, output: String?)] = []
    private var effects: [Effect] = []

    /// Collects the actions of a commander since it began.
    init(_ commander: Commander, _ output: EmittedLines) throws(PeriluneError) {
        emitted = try output.values()
        var published: [String: Value] = [:]
        for event in commander.published {
            let value = try Value(json: event.json)
            if let id = value["id"]?.string { published[id] = value }
        }
        for effect in commander.effects {
            guard effect.kind == "publish", let event = published[effect.id] else {
                effects.append(.effect(kind: effect.kind, details: effect.details))
                continue
            }
            effects.append(
                .publish(
                    type: event["type"]?.string ?? "", subject: event["subject"]?.string,
                    source: event["source"]?.string, time: event["time"]?.string,
                    data: event["data"]))
        }
    }

    /// Parses the actions that the library has sent.
    package init(_ form: Form) throws(PeriluneError) {
        let outputs = try form.list("outputs", most: 100_000).map(\.value.string)
        for (number, value) in try form.list("emitted", most: 100_000).enumerated() {
            emitted.append((value.value, number < outputs.count ? outputs[number] : nil))
        }
        for effect in try form.list("effects", most: 10_000) {
            if let event = effect["publish"] {
                effects.append(
                    .publish(
                        type: try event.text("type"),
                        subject: try event.optionalText("subject", most: 1 << 20),
                        source: try event.optionalText("source", most: 1 << 20),
                        time: try event.optionalText("time", most: 64),
                        data: event["data"]?.value))
            } else {
                let details = effect["details"]?.value.object ?? .init()
                effects.append(.effect(kind: try effect.text("kind"), details: details))
            }
        }
    }

    func write(to members: inout Value.Members) {
        if !emitted.isEmpty { members["emitted"] = .array(emitted.map(\.value)) }
        if emitted.contains(where: { $0.output != nil }) {
            members["outputs"] = .array(emitted.map { $0.output.map { .string($0) } ?? .null })
        }
        guard !effects.isEmpty else { return }
        members["effects"] = .array(
            effects.map { effect in
                switch effect {
                case .effect(let kind, let details):
                    return .object(
                        .init([("kind", .string(kind)), ("details", .object(details))]))
                case .publish(let type, let subject, let source, let time, let data):
                    var event = Value.Members([("type", .string(type))])
                    event.set("subject", subject)
                    event.set("source", source)
                    event.set("time", time)
                    event["data"] = data
                    return .object(.init([("publish", .object(event))]))
                }
            })
    }

    /// Performs the actions with the host's commander.
    package func perform(by commander: Commander) throws(PeriluneError) {
        for (value, output) in emitted {
            if let output { try commander.emit(value, to: output) } else { commander.emit(value) }
        }
        for effect in effects {
            switch effect {
            case .effect(let kind, let details): commander.effect(kind, details)
            case .publish(let type, let subject, let source, let time, let data):
                try commander.publish(
                    type: type, subject: subject, source: source, time: time, data: data)
            }
        }
    }
}

/// The values that a commander in the library emits.
final class EmittedLines: EmissionBuffer {
    private var bytes: [UInt8] = []

    var count: Int { bytes.count }
    func append(_ bytes: [UInt8]) { self.bytes += bytes }
    func truncate(to count: Int) { bytes.removeLast(max(0, bytes.count - count)) }

    func values() throws(PeriluneError) -> [(value: Value, output: String?)] {
        var values: [(value: Value, output: String?)] = []
        for line in EmittedLine.lines(bytes) {
            values.append((try Value(json: Array(line.json)), line.output))
        }
        return values
    }
}
