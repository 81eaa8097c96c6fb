internal import CPeriluneJSON
internal import Glibc
package import PeriluneCore

/// Compares two documents, and returns trees of the differences: members with identical bytes are left out.
///
/// Members in the same order are compared as bytes, because most of a large value is usually equal.
package final class JSONComparer {
    private let old = JSONParser()
    private let new = JSONParser()

    /// Makes a comparer.
    package init() {}

    /// The trees of two documents, without equal members of objects.
    package func differences(
        _ oldBytes: [UInt8], _ newBytes: [UInt8]
    ) throws(PeriluneError) -> (old: JSONTree, new: JSONTree) {
        try old.withDocument(oldBytes) { (old) throws(PeriluneError) in
            try new.withDocument(newBytes) { (new) throws(PeriluneError) in
                Self.differences(Node(old, 0), Node(new, 0))
            }
        }
    }

    private struct Node {
        let document: UnsafePointer<cpj_document>
        let number: UInt32

        init(_ document: UnsafePointer<cpj_document>, _ number: UInt32) {
            self.document = document
            self.number = number
        }

        var isObject: Bool { cpj_kind(document, number) == UInt8(ascii: "{") }
        var tree: JSONTree { JSONTree(document, number) }

        func hasBytes(of other: Node) -> Bool {
            let (own, others) = (
                cpj_raw(document, number), cpj_raw(other.document, other.number)
            )
            return own.length == others.length && memcmp(own.bytes, others.bytes, own.length) == 0
        }

        /// The names of an object's members, each before its value.
        var firstName: Node? { name(cpj_first(document, number)) }
        func name(after name: Node) -> Node? {
            self.name(cpj_next(document, number, name.number))
        }
        var value: Node { Node(document, number + 2) }

        private func name(_ number: UInt32) -> Node? {
            number == 0 ? nil : Node(document, number)
        }
    }

    /// The differences of two values; the parser limits the depth.
    private static func differences(_ old: Node, _ new: Node) -> (JSONTree, JSONTree) {
        guard old.isObject, new.isObject else { return (old.tree, new.tree) }
        var (olds, news): ([JSONTree.Member], [JSONTree.Member]) = ([], [])
        var (oldName, newName) = (old.firstName, new.firstName)
        while let one = oldName, let other = newName, one.hasBytes(of: other) {
            if !one.value.hasBytes(of: other.value) {
                let values = differences(one.value, other.value)
                olds.append(JSONTree.Member(one.tree.string ?? "", values.0))
                news.append(JSONTree.Member(other.tree.string ?? "", values.1))
            }
            oldName = old.name(after: one)
            newName = new.name(after: other)
        }
        // From here on, the order differs, or one of the objects has ended.
        while let name = oldName {
            olds.append(JSONTree.Member(name.tree.string ?? "", name.value.tree))
            oldName = old.name(after: name)
        }
        while let name = newName {
            news.append(JSONTree.Member(name.tree.string ?? "", name.value.tree))
            newName = new.name(after: name)
        }
        return (.object(olds), .object(news))
    }
}
