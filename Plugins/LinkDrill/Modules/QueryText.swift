import PeriluneCore

/// Writes queries of links.
enum QueryText {
    /// `a=1&b=2` from a table, in the order of the table.
    static func query(of table: Value) throws(PeriluneError) -> String {
        var parts: [String] = []
        for member in try members(of: table) {
            parts += try self.parts(member.name, member.value)
        }
        return parts.joined(separator: "&")
    }

    /// The link with some parameters set where they stand first, or at the end.
    static func link(_ link: Link, with table: Value) throws(PeriluneError) -> String {
        let changes = Value.Members(try members(of: table).map { ($0.name, $0.value) })
        var changed: Set<String> = []
        var parts: [String] = []
        for parameter in link.parameters {
            if changed.contains(parameter.name) { continue }
            guard let change = changes[parameter.name] else {
                parts.append(parameter.text)
                continue
            }
            changed.insert(parameter.name)
            parts += try self.parts(parameter.name, change)
        }
        for change in changes.pairs where !changed.contains(change.name) {
            parts += try self.parts(change.name, change.value)
        }
        let query = parts.isEmpty ? nil : parts.joined(separator: "&")
        return Link.text(
            scheme: link.rawScheme, authority: link.authority, path: link.path, query: query,
            fragment: link.fragment, lacksQuestionMark: link.lacksQuestionMark)
    }

    private static func members(of table: Value) throws(PeriluneError) -> [Value.Members.Member] {
        // An empty table of a script may come as an empty list.
        if case .array(let elements) = table, elements.isEmpty { return [] }
        guard let members = table.object else {
            throw PeriluneError(
                "url.query", "parameters must be a table of names and values",
                hint: "write url.query{ evt = 4001, reportID = id }")
        }
        return members.pairs
    }

    private static func parts(_ name: String, _ value: Value) throws(PeriluneError) -> [String] {
        var parts: [String] = []
        for element in value.array ?? [value] where element != .null {
            let text: String
            switch element {
            case .string(let string): text = string
            case .integer, .number, .bool: text = element.json
            case .null, .array, .object:
                throw PeriluneError(
                    "url.query", "invalid value of the parameter '\(name)': \(element.json)",
                    hint: "a value must be a string, a number, a boolean, or a list of them")
            }
            parts.append(PercentEscapes.encode(name) + "=" + PercentEscapes.encode(text))
        }
        return parts
    }
}
