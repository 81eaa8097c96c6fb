/// Checks a script against the events in a log that it is interested in.
///
/// **What.** Fields that the script reads and no event has; comparisons with a value of another type, or
/// with one that never occurs where there are few; types that no event has.
///
/// **Why.** A missing field is `nil`: a rule that reads `data.custmer` raises no error and never
/// matches.
///
/// **Example.**
/// ```lua
/// shouldHandle = function(event) return event.data.custmer == "ACME" end
/// ```
package struct AgainstLog {
    private let log: LogShape
    private let published: Set<String>
    private let matches: (_ pattern: String, _ type: String) -> Bool

    /// The codes of its findings, each with a one-sentence description.
    package static let codes = [
        "unknown-event-field": "The script reads a field that no event of the log has.",
        "other-event-type": "The script compares a field with a value of another type.",
        "no-event-list": "The script visits the elements of a value that is a list in no event.",
        "unknown-event-value": "The script compares a field with a value that no event has.",
        "unknown-type": "No event of the log has a type that the script is interested in.",
    ]

    /// Creates a check against a log.
    ///
    /// `published` are types that scripts publish, which may be missing from the log; `matches` says whether a
    /// pattern such as `link.*` matches a type.
    package init(
        _ log: LogShape, published: Set<String> = [],
        matches: @escaping (_ pattern: String, _ type: String) -> Bool
    ) {
        self.log = log
        self.published = published
        self.matches = matches
    }

    /// All findings in a script, in the order of the file.
    package func check(_ script: ScriptModel) -> [Diagnostic] {
        let interest = TypeInterest(script)
        var findings = checkTypes(interest, script)
        let types = log.types.keys.filter { type in
            interest.patterns?.contains { matches($0.text, type) } ?? true
        }
        let reads = EventReads(script)
        var judge = FieldChecker(script: script, log: log, types: types.sorted(), reads: reads)
        for read in reads.reads { judge.judge(read) }
        for list in reads.lists { judge.judge(list: list) }
        for comparison in reads.comparisons { judge.judge(comparison) }
        findings += judge.findings
        return findings.sorted { ($0.position, $0.code) < ($1.position, $1.code) }
    }

    private func checkTypes(_ interest: TypeInterest, _ script: ScriptModel) -> [Diagnostic] {
        guard let patterns = interest.patterns, !log.hasMoreTypes, !log.types.isEmpty else {
            return []
        }
        return patterns.compactMap { pattern in
            guard let position = pattern.position,
                !log.types.keys.contains(where: { matches(pattern.text, $0) }),
                !published.contains(where: { matches(pattern.text, $0) })
            else { return nil }
            let hint =
                Suggestion.hint(for: pattern.text, in: log.types.keys)
                ?? "types in the log: \(Self.list(log.types.keys))"
            return Diagnostic(
                code: "unknown-type", severity: .warning, position: position,
                sourceLine: script.tree.lines.text(ofLine: position.line) ?? "",
                message: "no event of the log has the type '\(pattern.text)'", hint: hint)
        }
    }

    /// The first names in order, separated by commas.
    static func list(_ names: some Sequence<String>, most: Int = 12) -> String {
        let sorted = names.sorted()
        let shown = sorted.prefix(most).joined(separator: ", ")
        return sorted.count > most ? "\(shown) and \(sorted.count - most) more" : shown
    }
}

/// The types of events that a script is interested in.
struct TypeInterest {
    /// The type patterns; `nil` if they are known only by running the script.
    private(set) var patterns: [(text: String, position: Position?)]?

    init(_ script: ScriptModel) {
        guard case .table = script.delegate.shape else { return }
        guard let field = script.delegate.field("on") else {
            // As in the host: `executeURL` gets link events, `execute` gets all events.
            let isOfLinks =
                script.delegate.field("executeURL") != nil
                && script.delegate.field("execute") == nil
            let acts = isOfLinks || script.delegate.field("execute") != nil
            let own = script.delegate.fields.compactMap { script.api.delegateTypes[$0.name] }
            guard isOfLinks || (!own.isEmpty && !acts) else { return }
            patterns = (own + (isOfLinks ? ["link.*"] : [])).map { ($0, nil) }
            return
        }
        guard let value = field.value else { return }
        let elements = script.tree.tableFields(value)?.map(\.value) ?? [value]
        var found: [(String, Position?)] = []
        for element in elements {
            let literal = script.constant(element)
            guard case .string(let text) = literal.kind else { return }
            found.append((text, script.tree[element].position))
        }
        patterns = found
        for field in script.delegate.fields {
            if let type = script.api.delegateTypes[field.name] { patterns?.append((type, nil)) }
        }
    }
}
