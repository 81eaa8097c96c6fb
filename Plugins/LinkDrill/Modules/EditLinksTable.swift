import PeriluneCore

/// A document of edit links as a table for scripts: numbers with their names.
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

    /// How the prompts of the link that is followed are answered; from a table of links.
    static func answers(_ table: Value) -> Value.Members? {
        guard let position = table["default"]?.integer, position > 0,
            let link = table["links"]?[Int(clamping: position - 1)]
        else { return nil }
        var answers = Value.Members()
        for name in ["answerMode", "answerModeName", "carryOver", "carryOverName"] {
            if let value = link[name] { answers[name] = value }
        }
        if let prompts = link["prompts"], prompts.array?.isEmpty == false {
            answers["prompts"] = prompts
        }
        return answers
    }

    private static func link(_ link: EditLink) -> Value {
        var table = Value.Members()
        table.set("text", link.displayText)
        table["isDefault"] = .bool(link.isDefault == true)
        table.set("link", link.link)
        table.set("type", link.type, link.element["lt"])
        table.set("url", link.url)
        table.set("target", link.target)
        table.set("targetType", link.targetType, link.element["ttp"])
        table.set("targetSubtype", link.targetSubtype, link.element["tstp"])
        table.set("answerMode", link.answerMode, link.element["aopam"])
        table.set("carryOver", link.carryOver, link.element["so"])
        table["prompts"] = .array(link.prompts.map(prompt))
        return .object(table)
    }

    private static func prompt(_ prompt: EditLinkPrompt) -> Value {
        var table = Value.Members()
        table.set("id", prompt.id)
        table.set("type", prompt.type, prompt.element["pt"])
        table.set("answerMode", prompt.answerMode, prompt.element["am"])
        table.set("origin", prompt.origin)
        table.set("originType", prompt.originType, prompt.element["ortp"])
        table.set("baseForm", prompt.baseForm)
        table["elements"] = .array(prompt.elements.map(element))
        return .object(table)
    }

    private static func element(_ element: EditLinkElement) -> Value {
        var table = Value.Members()
        table.set("id", element.id)
        table.set("name", element.displayName)
        table.set("type", element.type, element.element["emt"])
        return .object(table)
    }
}

extension Value.Members {
    fileprivate mutating func set(_ name: String, _ text: String?) {
        self[name] = text.map { .string($0) }
    }

    /// `type = 4, typeName = "url"`: rules compare the number, people read the name.
    ///
    /// What is written there and is no number stays a text.
    fileprivate mutating func set(
        _ name: String, _ code: (some EditLinkCode)?, _ written: String?
    ) {
        guard let code else { return set(name, written) }
        self[name] = .integer(Int64(code.rawValue))
        if code.isKnown { self["\(name)Name"] = .string(code.names.joined(separator: " / ")) }
    }
}
