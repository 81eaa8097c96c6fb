import Perilune
import PeriluneCore
import PeriluneLua

extension Summary {
    /// The warnings of scripts and codecs.
    func warnings(_ near: SimilarFields, _ scripts: [Script]) -> [String] {
        (notices.late + notices.missingPaths).map { subject, count in
            let meant = subject.kind == .late ? nil : near.path(of: subject)
            let text = subject.warning(count, meant: meant)
            guard case .key = subject.kind,
                let script = scripts.first(where: { $0.name == subject.owner })
            else { return "\(subject.owner): \(text)" }
            return "\(script.place(ofField: "key")): \(text)"
        }
    }
}

/// Finds field names in the first events of logs that are similar to mistyped ones.
struct SimilarFields {
    private let logs: [String]
    private let codec: (any Codec)?

    /// The number of events to read; below, the number of bytes.
    private static let events = 100
    private static let bytes = 1 << 20

    init(_ logs: [String], codec: (any Codec)?) {
        self.logs = logs
        self.codec = codec
    }

    /// The path that was probably meant; for an option of the codec, below the data of the event.
    func path(of subject: Notices.Subject) -> String? {
        var found: String?
        var left = (events: Self.events, bytes: Self.bytes)
        // Standard input was already read, and errors of logs were reported.
        for log in logs where log != "-" {
            try? LogReader(log, codec: codec).forEach { item, _ in
                left.events -= 1
                if case .event(let json) = item {
                    left.bytes -= json.count
                    found = Self.path(of: subject, in: json)
                }
                return found == nil && left.events > 0 && left.bytes > 0
            }
            if found != nil { break }
        }
        return found
    }

    private static func path(of subject: Notices.Subject, in json: [UInt8]) -> String? {
        guard let event = try? Value(spellingNumbers: json) else { return nil }
        let path = FieldPath(subject.name)
        guard case .option = subject.kind else { return NearestName.path(path, in: event) }
        guard let data = event["data"] else { return nil }
        // Names of fields may contain dots.
        return NearestName.path(path, in: data)
            ?? NearestName.of(subject.name, in: data.object?.pairs.map(\.name) ?? [])
    }
}

extension Codec {
    /// The paths of the option `explode` that led to no entry in the log.
    var missingElements: [String] {
        guard case .json(let path) = framing(of: []), !path.isEmpty else { return [] }
        return [
            "the logs have no array with entries at '\(path.joined(separator: "."))'; check the codec's option explode"
        ]
    }
}

extension Host {
    /// The warnings about files that modules have read for scripts.
    var fileWarnings: [String] {
        scripts.flatMap { script in
            script.companions.sharedFiles.sorted { $0.key < $1.key }.compactMap { file in
                file.value.warning.map { "\(script.name): \($0)" }
            }
        }
    }
}
