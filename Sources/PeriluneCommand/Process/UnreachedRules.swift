import LuaSyntax
import Perilune
import PeriluneCore

/// Warns if no event of a run matched the types and conditions of any rule.
///
/// The first events of the logs are read again only in this case, so other runs take no longer.
struct UnreachedRules {
    private let logs: [String]
    private let codec: (any Codec)?
    private let registry: Registry

    /// The maximum number of events to read.
    private static let events = 1000
    /// The maximum number of types and rules to name.
    private static let named = 3

    init(_ logs: [String], codec: (any Codec)?, _ registry: Registry) {
        self.logs = logs
        self.codec = codec
        self.registry = registry
    }

    /// The warning; empty if a rule got events, or has neither types nor conditions.
    func warnings(_ summary: Summary) -> [String] {
        let delegates = registry.delegates
        // An event `log.end` reaches whoever wants it, and is in no log.
        let ends = LogEnd.isWanted(registry) ? 1 : 0
        guard summary.unhandled > 0, summary.unhandled + summary.failed + ends >= summary.total,
            summary.emitted == 0, !delegates.isEmpty,
            !delegates.contains(where: { $0.interests.takesAll }),
            delegates.contains(where: { $0.interests.takesEntries }),
            let interests = try? InterestCounter(delegates, in: registry)
        else { return [] }
        let reader = ShapeReader(codec: codec)
        reader.interests = interests
        // Standard input was already read.
        for log in logs where log != "-" {
            let left = Self.events - reader.shape.events - reader.skipped
            try? reader.read(log: log, limit: left)
        }
        guard let found = reader.interests, found.counts.allSatisfy({ $0 == 0 }) else { return [] }
        let types = reader.shape.types.keys.sorted()
        let seen =
            types.isEmpty
            ? ""
            : ": the \(summary.read > Self.events ? "first events" : "events") have the \(types.count == 1 ? "type" : "types") \(list(types))"
        let rules = zip(delegates, found.reasons).map { text(of: $0, $1, types) }
        return ["no event reached a rule\(seen); \(list(rules, separator: "; "))"]
    }

    /// What a rule matches, or why the first event of its type did not match.
    private func text(of delegate: Delegate, _ reason: String?, _ seen: [String]) -> String {
        let types = delegate.interests.types.map(\.description)
        let rule = "\(delegate.name) takes \(list(types))"
        if let reason {
            return "\(rule), but the first such event does not meet its conditions (\(reason))"
        }
        return rule + (types.count == 1 ? NearestName.suggestion(for: types[0], in: seen) : "")
    }

    private func list(_ names: [String], separator: String = ", ") -> String {
        let rest = names.count - Self.named
        return names.prefix(Self.named).joined(separator: separator)
            + (rest > 0 ? "\(separator)and \(rest) more" : "")
    }
}

extension Interests {
    /// Whether events of logs may reach the rule, besides the one at their end.
    fileprivate var takesEntries: Bool { types.contains { $0.description != LogEnd.type } }

    /// Whether events of all types reach the rule.
    fileprivate var takesAll: Bool {
        conditions.isEmpty && types.contains { $0.description == "*" }
    }
}
