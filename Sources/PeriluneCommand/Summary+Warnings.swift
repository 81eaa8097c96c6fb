import Perilune
import PeriluneCore

extension Summary {
    /// What scripts and codecs have noticed.
    func warnings(_ near: NearFields) -> [String] {
        notices.late.map { late in
            "\(late.subject.owner): \(Counted(late.count, "event")) came too late for '\(late.subject.name)' and \(late.count == 1 ? "is" : "are") not in its results"
        }
            + notices.missingPaths.map { missing in
                Self.warning(of: missing.subject, Counted(missing.count, "event"), near)
            }
    }

    private static func warning(
        of subject: Notices.Subject, _ events: Counted, _ near: NearFields
    ) -> String {
        let (owner, name) = (subject.owner, subject.name)
        let path = near.path(of: subject)
        let aside = path.map { " (did you mean '\($0)'?)" } ?? ""
        let help = path == nil ? "; 'perilune check --against LOG' lists the fields" : aside
        switch subject.kind {
        case .option(let option):
            return
                "\(owner): none of \(events) had '\(name)', which the option \(option) names\(aside)"
        case .key:
            return
                "\(owner): \(name) was in none of \(events), so all have the same ordering key\(help)"
        case .path, .late: return "\(owner): \(name) was in none of \(events)\(help)"
        }
    }
}

/// Names of fields in the first events of logs that are near to mistyped ones.
struct NearFields {
    private let logs: [String]
    private let codec: (any Codec)?

    /// How many events, and bytes of them, are looked at.
    private static let events = 100
    private static let bytes = 1 << 20

    init(_ logs: [String], codec: (any Codec)?) {
        self.logs = logs
        self.codec = codec
    }

    /// The path that was probably meant; that of an option begins in the data of the event.
    func path(of subject: Notices.Subject) -> String? {
        var found: String?
        var left = (events: Self.events, bytes: Self.bytes)
        // Standard input is over, and an error of a log was reported.
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
        guard let event = try? Value(json: json) else { return nil }
        let path = FieldPath(subject.name)
        guard case .option = subject.kind else { return NearestName.path(path, in: event) }
        return event["data"].flatMap { NearestName.path(path, in: $0) }
    }
}

extension Codec {
    /// The path of the option explode, for a log in which it led to no entry.
    var missingElements: [String] {
        guard case .json(let path) = framing(of: []), !path.isEmpty else { return [] }
        return [
            "the logs have no array with entries at '\(path.joined(separator: "."))'; check the codec's option explode"
        ]
    }
}
