/// A link of a document: the element `hl`.
public struct EditLink: Hashable, Sendable {
    /// The element, with what is not known here.
    public var element: XMLTree

    /// Looks at an element.
    public init(element: XMLTree) { self.element = element }

    /// Makes an empty one.
    public init() { element = XMLTree("hl") }
}

extension EditLink {
    /// The text that is shown (`dtxt`).
    public var displayText: String? {
        get { element["dtxt"] }
        set { element["dtxt"] = newValue }
    }

    /// Whether it is followed without a choice (`idf`).
    ///
    /// `nil` if the attribute is missing or neither 0 nor 1.
    public var isDefault: Bool? {
        get { element["idf"].flatMap { ["0": false, "1": true][$0] } }
        set { element["idf"] = newValue.map { $0 ? "1" : "0" } }
    }

    /// The type of the link (`lt`).
    public var type: EditLinkType? {
        get { EditLinkType(text: element["lt"]) }
        set { element["lt"] = newValue.map { String($0.rawValue) } }
    }

    /// The address, where the link has one (`url`).
    public var url: String? {
        get { element["url"] }
        set { element["url"] = newValue }
    }

    /// The identifier of the target (`tid`).
    public var target: String? {
        get { element["tid"] }
        set { element["tid"] = newValue }
    }

    /// The type of the target (`ttp`).
    public var targetType: EditLinkObjectType? {
        get { EditLinkObjectType(text: element["ttp"]) }
        set { element["ttp"] = newValue.map { String($0.rawValue) } }
    }

    /// The sub-type of the target (`tstp`).
    public var targetSubtype: EditLinkObjectSubtype? {
        get { EditLinkObjectSubtype(text: element["tstp"]) }
        set { element["tstp"] = newValue.map { String($0.rawValue) } }
    }

    /// How prompts are answered by default (`aopam`).
    public var answerMode: LinkAnswerMode? {
        get { LinkAnswerMode(text: element["aopam"]) }
        set { element["aopam"] = newValue.map { String($0.rawValue) } }
    }

    /// How selections are carried over (`so`).
    public var carryOver: CarryOverMode? {
        get { CarryOverMode(text: element["so"]) }
        set { element["so"] = newValue.map { String($0.rawValue) } }
    }

    /// The prompts that the link answers, in order.
    public var prompts: [EditLinkPrompt] {
        element.elements(named: "prms").flatMap { $0.elements(named: "prm") }
            .map(EditLinkPrompt.init)
    }

    /// Changes prompts in place.
    public mutating func updatePrompts(_ body: (inout EditLinkPrompt) -> Void) {
        element.update(["prms", "prm"]) { element in
            var prompt = EditLinkPrompt(element: element)
            body(&prompt)
            element = prompt.element
        }
    }
}
