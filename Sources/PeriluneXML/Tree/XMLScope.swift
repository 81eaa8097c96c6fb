/// The namespaces that an element declares, on top of those of its ancestors.
///
/// All descendants share the object, so that a tree has one per element with declarations and none for the others.
package final class XMLScope: Sendable {
    /// A prefix (empty for the default namespace) and the URI it is bound to (empty to remove the binding).
    package struct Declaration: Hashable, Sendable {
        package var prefix: String
        package var uri: String
    }

    /// The namespace of the prefix `xml`, which is always declared.
    static let xml = "http://www.w3.org/XML/1998/namespace"

    /// The scope of the nearest ancestor that declares namespaces; `nil` if there is none.
    package let parent: XMLScope?
    /// The declarations of this element only, in the order of the document.
    package let declarations: [Declaration]
    /// The number of declarations up to the root.
    let count: Int

    init(parent: XMLScope?, _ declarations: [Declaration]) {
        self.parent = parent
        self.declarations = declarations
        count = (parent?.count ?? 0) + declarations.count
    }

    /// The namespace that a prefix is bound to; the innermost declaration wins.
    static func namespace(of prefix: String, in scope: XMLScope?) -> String? {
        var scope = scope
        while let here = scope {
            let declarations = here.declarations
            for index in declarations.indices where declarations[index].prefix == prefix {
                return declarations[index].uri
            }
            scope = here.parent
        }
        return prefix == "xml" ? xml : nil
    }
}
