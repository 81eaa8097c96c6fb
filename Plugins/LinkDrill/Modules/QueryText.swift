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

    /// The link with parameters replaced at their first occurrence, or added at the end.
    static func link(_ link: Link, with table: Value) throws(PeriluneError) -> String {
        try self.link(link, with: table, parts)
    }

    /// The same, and lists and prompt answers keep their structure.
    ///
    /// - Throws: `link.events` if a parameter stands in several events of the link.
    static func link(_ link: Link, withStructured table: Value) throws(PeriluneError) -> String {
        let repeated = repeatedNames(link)
        if repeated.contains(ByteString("evt")) {
            for change in try members(of: table) where repeated.contains(ByteString(change.name)) {
                throw PeriluneError(
                    "link.events",
                    "the parameter '\(change.name)' is in several events of the link",
                    hint: "change the link of one event: link.parse(url).events[1].link")
            }
        }
        return try self.link(link, with: table, structured)
    }

    /// The parameters of prompt answers, by kind.
    static func prompts(_ table: Value) throws(PeriluneError) -> String {
        let names = ["values": "valuePromptAnswers", "elements": "elementsPromptAnswers"]
        var parts: [String] = []
        for member in try members(of: table) {
            guard let name = names[member.name] else {
                throw PromptText.failure(
                    "unknown kind of prompt answers '\(member.name)'",
                    hint: "write link.prompts{ values = { ... }, elements = { ... } }")
            }
            parts += try structured(name, member.value)
        }
        return parts.joined(separator: "&")
    }

    private static func link(
        _ link: Link, with table: Value,
        _ write: (String, Value) throws(PeriluneError) -> [String]
    ) throws(PeriluneError) -> String {
        let changes = Value.Members(try members(of: table).map { ($0.name, $0.value) })
        var changed: Set<ByteString> = []
        var parts: [String] = []
        for parameter in link.parameters {
            if changed.contains(ByteString(parameter.name)) { continue }
            guard let change = changes[parameter.name] else {
                parts.append(parameter.text)
                continue
            }
            changed.insert(ByteString(parameter.name))
            parts += try write(parameter.name, change)
        }
        for change in changes.pairs where !changed.contains(ByteString(change.name)) {
            parts += try write(change.name, change.value)
        }
        let query = parts.isEmpty ? nil : parts.joined(separator: "&")
        return Link.text(
            scheme: link.rawScheme, authority: link.authority, path: link.path, query: query,
            fragment: link.fragment, lacksQuestionMark: link.lacksQuestionMark)
    }

    private static func structured(
        _ name: String, _ value: Value
    ) throws(PeriluneError) -> [String] {
        guard let type = StructuredParameter.types[name] else { return try parts(name, value) }
        return try StructuredParameter.text(name, value, type).map { ["\(name)=\($0)"] } ?? []
    }

    private static func repeatedNames(_ link: Link) -> Set<ByteString> {
        var names: Set<ByteString> = []
        return Set(
            link.parameters.map { ByteString($0.name) }.filter { !names.insert($0).inserted })
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
            let text = try text(of: element, name)
            parts.append(PercentEscapes.encode(name) + "=" + PercentEscapes.encode(text))
        }
        return parts
    }

    /// The text of a single value.
    static func text(of value: Value, _ name: String) throws(PeriluneError) -> String {
        switch value {
        case .string(let string): return string
        case .integer, .number, .bool: return value.json
        case .null, .array, .object:
            throw PeriluneError(
                "url.query", "invalid value of the parameter '\(name)': \(value.json)",
                hint: "a value must be a string, a number, a boolean, or a list of them")
        }
    }
}
