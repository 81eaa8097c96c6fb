/// An element of an attribute that answers a prompt: the element `e`.
public struct EditLinkElement: Hashable, Sendable {
    /// The element, with what is not known here.
    public var element: XMLTree

    /// Looks at an element.
    public init(element: XMLTree) { self.element = element }

    /// Makes an empty one.
    public init() { element = XMLTree("e") }
}

extension EditLinkElement {
    /// The identifier of the element (`ei`).
    public var id: String? {
        get { element["ei"] }
        set { element["ei"] = newValue }
    }

    /// The display name (`disp_n`).
    public var displayName: String? {
        get { element["disp_n"] }
        set { element["disp_n"] = newValue }
    }

    /// The type of the element (`emt`).
    public var type: EditLinkElementType? {
        get { EditLinkElementType(text: element["emt"]) }
        set { element["emt"] = newValue.map { String($0.rawValue) } }
    }
}
