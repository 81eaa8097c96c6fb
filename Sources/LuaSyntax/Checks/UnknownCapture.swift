/// Captures that no link rule of the script has.
///
/// **What.** `event.captures.name` where no rule in `url` names a wildcard like that.
///
/// **Why.** The value is `nil` for every link.
///
/// **Example.**
/// ```lua
/// return { url = "/reports/{id:i}", execute = function(event, commander) commander:emit(event.captures.ids) end }
/// ```
package enum UnknownCapture: Rule {
    package static let code = "unknown-capture"
    package static let severity = Diagnostic.Severity.error

    /// Reports each read of an unknown capture; nothing if a rule in `url` is not a constant.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        guard let value = script.delegate.field("url")?.value,
            let rules = texts(value, script)
        else { return [] }
        let names = Set(rules.flatMap(Self.names))
        return EventReads(script).reads.compactMap { read in
            let captures = read.origins.map { captured($0.path) }
            guard let name = captures.first ?? nil, captures.allSatisfy({ $0 == name }),
                !names.contains(name)
            else { return nil }
            return script.finding(
                Self.self, at: read.position, "no rule in 'url' captures '\(name)'",
                hint: Suggestion.hint(for: name, in: names)
                    ?? (names.isEmpty
                        ? "write {\(name)} in the rule instead of *, or use a position such as event.captures[1]"
                        : "the rules capture \(names.sorted().joined(separator: ", "))"))
        }
    }

    private static func captured(_ path: EventPath) -> String? {
        guard path.steps.count == 2, path.steps[0] == .name("captures"),
            case .name(let name) = path.steps[1]
        else { return nil }
        return name
    }

    /// The rules as texts; `nil` if one of them is not a literal.
    private static func texts(_ value: Expression.ID, _ script: ScriptModel) -> [String]? {
        let elements = script.tree.tableFields(value)?.map(\.value) ?? [value]
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = script.constant(element).kind else { return nil }
            texts.append(text)
        }
        return texts
    }

    /// The possible names of wildcards: words after `{`, and words after a comma in braces.
    ///
    /// The latter may be the texts of alternatives. A name too many can only hide a mistake, never report one that is
    /// not there.
    private static func names(_ rule: String) -> [String] {
        var names: [String] = []
        var word: [UInt8]?
        for byte in rule.utf8 {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: ","): word = []
            case UInt8(ascii: "}"), UInt8(ascii: ":"):
                if let word, !word.isEmpty { names.append(String(decoding: word, as: UTF8.self)) }
                word = nil
            default: word?.append(byte)
            }
        }
        return names
    }
}
