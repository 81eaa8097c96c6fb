/// The answer of a link to a prompt of its target: the element `prm`.
public struct EditLinkPrompt: Hashable, Sendable {
    /// The element, with what is not known here.
    public var element: XMLTree

    /// Looks at an element.
    public init(element: XMLTree) { self.element = element }

    /// Makes an empty one.
    public init() { element = XMLTree("prm") }
}

extension EditLinkPrompt {
    /// The identifier of the prompt (`id`).
    public var id: String? {
        get { element["id"] }
        set { element["id"] = newValue }
    }

    /// The type of the prompt (`pt`).
    public var type: EditLinkPromptType? {
        get { EditLinkPromptType(text: element["pt"]) }
        set { element["pt"] = newValue.map { String($0.rawValue) } }
    }

    /// How the prompt is answered (`am`).
    public var answerMode: LinkAnswerMode? {
        get { LinkAnswerMode(text: element["am"]) }
        set { element["am"] = newValue.map { String($0.rawValue) } }
    }

    /// The identifier of the prompt's object (`orid`).
    public var origin: String? {
        get { element["orid"] }
        set { element["orid"] = newValue }
    }

    /// The type of that object (`ortp`).
    public var originType: EditLinkObjectType? {
        get { EditLinkObjectType(text: element["ortp"]) }
        set { element["ortp"] = newValue.map { String($0.rawValue) } }
    }

    /// The identifier of the base form (`bfi`).
    public var baseForm: String? {
        get { element["bfi"] }
        set { element["bfi"] = newValue }
    }

    /// The elements of a static answer, at any depth, which the format does not define.
    public var elements: [EditLinkElement] {
        element.descendants(named: "e").map(EditLinkElement.init)
    }
}
