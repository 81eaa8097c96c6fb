import PeriluneCore

extension EditLinksTable {
    /// The document that a table of a script describes, in the form that `link.editLinks` returns.
    ///
    /// Members that follow from others (`typeName`, `link`) are not read. `default` says which link is followed.
    static func document(of table: Value) throws(PeriluneError) -> EditLinks {
        try check(table, ["links", "default"], "the edit links")
        var links: [EditLink] = []
        for value in table["links"]?.array ?? [] {
            links.append(EditLink(element: try element("hl", value, linkFields, children: prompts)))
        }
        guard let position = table["default"], position != .null else { return EditLinks(links) }
        guard let number = position.integer, number >= 1, number <= links.count else {
            throw failure("default must be the number of a link, got \(position.json)")
        }
        let followed = links.firstIndex { $0.isDefault == true } ?? 0
        if followed != Int(number) - 1 {
            for index in links.indices { links[index].isDefault = index == Int(number) - 1 }
        }
        return EditLinks(links)
    }

    private typealias Fields = [(name: String, attribute: String)]

    private static let linkFields: Fields = [
        ("text", "dtxt"), ("isDefault", "idf"), ("type", "lt"), ("url", "url"), ("target", "tid"),
        ("targetType", "ttp"), ("targetSubtype", "tstp"), ("answerMode", "aopam"),
        ("carryOver", "so"),
    ]

    private static let promptFields: Fields = [
        ("id", "id"), ("type", "pt"), ("answerMode", "am"), ("origin", "orid"),
        ("originType", "ortp"),
        ("baseForm", "bfi"),
    ]

    private static let elementFields: Fields = [("id", "ei"), ("name", "disp_n"), ("type", "emt")]

    private static func prompts(_ link: Value) throws(PeriluneError) -> [XMLTree] {
        var prompts: [XMLTree.Node] = []
        for value in link["prompts"]?.array ?? [] {
            prompts.append(.element(try element("prm", value, promptFields, children: elements)))
        }
        return prompts.isEmpty ? [] : [XMLTree("prms", children: prompts)]
    }

    private static func elements(_ prompt: Value) throws(PeriluneError) -> [XMLTree] {
        var elements: [XMLTree] = []
        for value in prompt["elements"]?.array ?? [] {
            elements.append(try element("e", value, elementFields) { _ in [] })
        }
        return elements
    }

    private static func element(
        _ name: String, _ table: Value, _ fields: Fields,
        children: (Value) throws(PeriluneError) -> [XMLTree]
    ) throws(PeriluneError) -> XMLTree {
        let derived = fields.map { $0.name + "Name" } + ["link", "prompts", "elements"]
        try check(
            table, fields.map(\.name) + derived, name == "hl" ? "a link" : "a prompt or element")
        var element = XMLTree(name)
        for field in fields {
            switch table[field.name] {
            case nil, .null?: continue
            case .bool(let flag)?: element[field.attribute] = flag ? "1" : "0"
            case .string(let text)?: element[field.attribute] = text
            case .integer(let number)?: element[field.attribute] = String(number)
            case let value?:
                throw failure("\(field.name) must be a string or an integer, got \(value.json)")
            }
        }
        element.children = try children(table).map { .element($0) }
        return element
    }

    private static func check(
        _ value: Value, _ known: [String], _ what: String
    ) throws(PeriluneError) {
        if let problem = value.problem(as: what, with: known) { throw failure(problem) }
    }

    private static func failure(_ message: String) -> PeriluneError {
        PeriluneError(
            "editlinks.table", message, hint: "write a table as link.editLinks returns it")
    }
}
