import PeriluneCore

/// Parameters whose values have a structure, between a script's tables and the text of a link.
enum StructuredParameter {
    /// The types of these parameters, by name: answers to prompts and lists.
    static let types: [String: ParameterType] = {
        let definitions = EventCatalogue.all.flatMap(\.parameters)
        let structured = definitions.filter { definition in
            switch definition.type {
            case .list, .valuePrompts, .elementPrompts: true
            default: false
            }
        }
        return Dictionary(structured.map { ($0.name, $0.type) }) { first, _ in first }
    }()

    /// The lists of a link by name, the first of each.
    static func lists(of link: Link) -> Value.Members {
        var lists = Value.Members()
        for parameter in link.parameters
        where types[parameter.name] == .list && lists[parameter.name] == nil {
            lists[parameter.name] =
                ParameterList(
                    encoded: parameter.rawValue ?? "", plusIsSpace: link.plusIsSpace
                ).value
        }
        return lists
    }

    /// The encoded text of a value; `nil` for an empty one, which no link can express.
    static func text(
        _ name: String, _ value: Value, _ type: ParameterType
    ) throws(PeriluneError) -> String? {
        guard let elements = elements(of: value), !elements.isEmpty else { return nil }
        switch type {
        case .valuePrompts:
            var answers: [String?] = []
            for element in elements {
                answers.append(element == .null ? nil : try QueryText.text(of: element, name))
            }
            return try ValuePromptAnswers(answers).encoded
        case .elementPrompts:
            var prompts: [ElementPromptAnswers.Prompt] = []
            for element in elements { prompts.append(try prompt(element)) }
            return try ElementPromptAnswers(prompts).encoded
        default:
            if let text = value.string, text.utf8.contains(UInt8(ascii: "|")) {
                throw PeriluneError(
                    "link.list",
                    "the parameter '\(name)' is a list, but its value is a string that contains |",
                    hint: "write \(name) = { \"A\", \"B\" }, or link.parse(url).lists.\(name)")
            }
            var texts: [String] = []
            for element in elements { texts.append(try QueryText.text(of: element, name)) }
            return ParameterList(texts).encoded
        }
    }

    private static func prompt(
        _ value: Value
    ) throws(PeriluneError) -> ElementPromptAnswers.Prompt {
        try check(value, ["attribute", "elements"], "an answer to an element prompt")
        let attribute = try text("attribute", of: value) ?? ""
        var elements: [ElementPromptAnswers.Element] = []
        for element in value["elements"].flatMap({ self.elements(of: $0) }) ?? [] {
            guard element.object != nil else {
                elements.append(
                    .init(
                        attribute: attribute,
                        identifier: try QueryText.text(of: element, "elements")))
                continue
            }
            try check(element, ["attribute", "id", "displayName"], "an element")
            guard let identifier = try text("id", of: element) else {
                throw failure("an element has no id")
            }
            elements.append(
                .init(
                    attribute: try text("attribute", of: element) ?? attribute,
                    identifier: identifier, displayName: try text("displayName", of: element)))
        }
        return .init(attribute: attribute, elements: elements)
    }

    /// The elements of a list, also of an empty table; a single value is a list of one.
    private static func elements(of value: Value) -> [Value]? {
        switch value {
        case .array(let elements): elements
        case .null: []
        case .object(let members) where members.pairs.isEmpty: []
        default: [value]
        }
    }

    private static func text(_ name: String, of table: Value) throws(PeriluneError) -> String? {
        guard let value = table[name], value != .null else { return nil }
        return try QueryText.text(of: value, name)
    }

    private static func check(
        _ value: Value, _ known: [String], _ what: String
    ) throws(PeriluneError) {
        if let problem = value.problem(as: what, with: known) { throw failure(problem) }
    }

    private static func failure(_ message: String) -> PeriluneError {
        PromptText.failure(
            message,
            hint:
                "write { attribute = \"A\", elements = { { id = \"1\", displayName = \"North\" } } }"
        )
    }
}
