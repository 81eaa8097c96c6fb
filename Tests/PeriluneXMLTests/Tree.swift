import PeriluneXML

/// A tree of XML that tests build, compared without prefixes, places and the order of attributes.
struct Tree: Equatable {
    struct Attribute: Hashable {
        var name: String
        var namespace = ""
        var value: String
    }

    enum Node: Equatable {
        case element(Tree)
        case text(String)
        case comment(String)
    }

    var name: String
    var namespace: String
    var attributes: [Attribute]
    var children: [Node]

    init(
        _ name: String, namespace: String = "", attributes: [Attribute] = [], children: [Node] = []
    ) {
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
        self.children = children
    }

    /// The tree of an element that was parsed.
    init(_ element: XMLElement) {
        self.init(
            element.name, namespace: element.namespace,
            attributes: element.attributes.map {
                Attribute(name: $0.name, namespace: $0.namespace, value: $0.value)
            },
            children: element.children.map { node in
                switch node {
                case .element(let element): .element(Tree(element))
                case .text(let text): .text(text)
                case .comment(let comment): .comment(comment)
                }
            })
    }

    static func == (left: Tree, right: Tree) -> Bool {
        left.name == right.name && left.namespace == right.namespace
            && left.attributes.count == right.attributes.count
            && Set(left.attributes) == Set(right.attributes) && left.children == right.children
    }
}
