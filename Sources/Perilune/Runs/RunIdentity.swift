internal import PeriluneCore
internal import PeriluneJSON

/// The identity of a run of logs: its logs, scripts and options.
///
/// An interrupted run can only be resumed with the same identity: otherwise, its outputs would be a mixture.
package struct RunIdentity: Sendable {
    /// The logs, in order.
    package var logs: [String]
    /// The digest of each script, by name.
    package var scripts: [(name: String, digest: String)]
    /// Options that change what is written, by name.
    package var options: [(name: String, value: String)]
    /// Whether the last log is followed; then scripts may change, and none is stored.
    package var follows: Bool

    /// Makes an identity.
    package init(
        logs: [String], scripts: [(name: String, digest: String)],
        options: [(name: String, value: String)], follows: Bool = false
    ) {
        self.follows = follows
        self.logs = logs
        self.scripts = scripts
        self.options = options
    }

    var rows: [(String, String)] {
        func text(_ pairs: [(name: String, value: String)]) -> String {
            Value.object(.init(pairs.map { ($0.name, .string($0.value)) })).json
        }
        return [
            ("logs", Value.array(logs.map { .string($0) }).json),
            ("scripts", text(scripts.map { ($0.name, $0.digest) })),
            ("options", text(options)), (Self.followsRow, follows ? "true" : "false"),
        ]
    }

    private static let followsRow = "follows"

    /// The difference to a stored identity; `nil` if there is none.
    ///
    /// A run that follows its log stores no scripts, because they may change.
    func difference(from known: [String: String]) -> String? {
        for (name, value) in rows where name != Self.followsRow && known[name] != value {
            guard let text = known[name], let old = try? Value(json: Array(text.utf8)),
                let new = try? Value(json: Array(value.utf8))
            else { return "its \(name) cannot be read" }
            if name == "logs" {
                let names = old.array?.compactMap(\.string).joined(separator: ", ") ?? ""
                return "it read the logs \(names)"
            }
            if name == "scripts", follows { return "it ran without --watch" }
            if name == "scripts", known[Self.followsRow] == "true" { return "it ran with --watch" }
            return Self.difference(name == "scripts" ? "the script " : "the option --", old, new)
        }
        return nil
    }

    /// The difference in the format of the values to a stored identity; `nil` if there is none.
    func formatDifference(from known: [String: String]) -> String? {
        guard let text = known["options"], let old = try? Value(json: Array(text.utf8)) else {
            return nil
        }
        func format(_ pairs: [(name: String, value: Value)]) -> Value {
            .object(.init(pairs.filter { ["output-format", "columns"].contains($0.name) }))
        }
        let before = format((old.object?.pairs ?? []).map { ($0.name, $0.value) })
        let now = format(options.map { ($0.name, .string($0.value)) })
        return before == now ? nil : Self.difference("the option --", before, now)
    }

    private static func difference(_ kind: String, _ old: Value, _ new: Value) -> String? {
        for pair in new.object?.pairs ?? [] {
            guard let before = old[pair.name] else { return "\(kind)\(pair.name) is new" }
            if before != pair.value {
                return kind == "the script "
                    ? "\(kind)\(pair.name) or a file that it uses has changed"
                    : "\(kind)\(pair.name) was \(before.string ?? "another")"
            }
        }
        for pair in old.object?.pairs ?? [] where new[pair.name] == nil {
            return "\(kind)\(pair.name) is missing"
        }
        return "the scripts are in another order"
    }
}
