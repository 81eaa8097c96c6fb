import PeriluneCore

/// A document of edit links as a table of a script: numbers with their names beside them.
enum EditLinksTable {
    static func value(of document: EditLinks) -> Value {
        let links = document.links
        var table = Value.Members([("links", .array(links.map(link)))])
        if let followed = document.defaultLink,
            let position = links.firstIndex(of: followed)
        {
            table["default"] = .integer(Int64(position + 1))
        }
        return .object(table)
    }

    private static func link(_ link: EditLink) -> Value {
        var table = Value.Members()
        table.set("text", link.displayText)
        table["isDefault"] = .bool(link.isDefault == true)
        table.set("type", link.type)
        table.set("url", link.url)
        table.set("target", link.target)
        table.set("targetType", link.targetType)
        table.set("targetSubtype", link.targetSubtype)
        table.set("answerMode", link.answerMode)
        table.set("carryOver", link.carryOver)
        table["prompts"] = .array(link.prompts.map(prompt))
        return .object(table)
    }

    private static func prompt(_ prompt: EditLinkPrompt) -> Value {
        var table = Value.Members()
        table.set("id", prompt.id)
        table.set("type", prompt.type)
        table.set("answerMode", prompt.answerMode)
        table.set("origin", prompt.origin)
        table.set("originType", prompt.originType)
        table.set("baseForm", prompt.baseForm)
        table["elements"] = .array(prompt.elements.map(element))
        return .object(table)
    }

    private static func element(_ element: EditLinkElement) -> Value {
        var table = Value.Members()
        table.set("id", element.id)
        table.set("name", element.displayName)
        table.set("type", element.type)
        return .object(table)
    }
}

extension Value.Members {
    fileprivate mutating func set(_ name: String, _ text: String?) {
        self[name] = text.map { .string($0) }
    }

    /// `type = 4, typeName = "url"`: rules compare the number, people read the name.
    fileprivate mutating func set(_ name: String, _ code: (some EditLinkCode)?) {
        guard let code else { return }
        self[name] = .integer(Int64(code.rawValue))
        if code.isKnown { self["\(name)Name"] = .string(code.names.joined(separator: " / ")) }
    }
}
