/// The namespaces that an element declares, on top of those of its ancestors.
///
/// All elements below share the list, so that a tree costs one object for each element that
/// declares something and none for the others.
package final class XMLScope: Sendable {
    /// A prefix, empty for the default namespace, and the URI that it is bound to, empty to take the binding away.
    package struct Declaration: Hashable, Sendable {
        package var prefix: String
        package var uri: String
    }

    /// The namespace of the prefix `xml`, which nobody needs to declare.
    static let xml = "http://www.w3.org/XML/1998/namespace"

    /// The scope of the nearest ancestor that declares namespaces; `nil` if there is none.
    package let parent: XMLScope?
    /// The declarations of this element alone, in the order of the document.
    package let declarations: [Declaration]
    /// How many declarations there are up to the root.
    let count: Int

    init(parent: XMLScope?, _ declarations: [Declaration]) {
        self.parent = parent
        self.declarations = declarations
        count = (parent?.count ?? 0) + declarations.count
    }

    /// The namespace that a prefix is bound to: the innermost declaration counts.
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
