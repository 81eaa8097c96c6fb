internal import CPeriluneJSON
package import PeriluneCore

extension JSONEvent {
    /// The maximum size of a table that a trace keeps; for larger ones, it only keeps the number of members.
    private static let longestTable = 400

    /// The path of a node in the notation of scripts after `event.`: `data.items[2].price`.
    package func path(to node: UInt32) -> String {
        let document = documentAddress.assumingMemoryBound(to: cpj_document.self)
        guard node < document.pointee.count else { return "" }
        var path = ""
        var container: UInt32 = 0
        while container != node, cpj_is_container(cpj_kind(document, container)) {
            let isObject = cpj_kind(document, container) == UInt8(ascii: "{")
            var member = cpj_first(document, container)
            var number = 1
            while member != 0 {
                let value = isObject ? member + 2 : member
                if node < cpj_after(document, value) {
                    path =
                        isObject
                        ? path.luaMember(JSONConversion.string(cpj_string(document, member)))
                        : "\(path)[\(number)]"
                    container = value
                    break
                }
                member = cpj_next(document, container, member)
                number += 1
            }
            if member == 0 { return path }
        }
        return path
    }

    /// The path of a member or element that a container does not have.
    package func path(to name: String, in container: UInt32) -> String {
        let document = documentAddress.assumingMemoryBound(to: cpj_document.self)
        let path = path(to: container)
        let isObject = cpj_kind(document, container) == UInt8(ascii: "{")
        return isObject ? path.luaMember(name) : "\(path)[\(name)]"
    }

    /// The value of a node for a trace.
    package func found(at node: UInt32) -> DelegateTrace.Read.Found {
        let document = documentAddress.assumingMemoryBound(to: cpj_document.self)
        guard node < document.pointee.count else { return .nothing }
        let raw = cpj_raw(document, node)
        if cpj_is_container(cpj_kind(document, node)), raw.length > Self.longestTable {
            return .table(count: Int(cpj_length(document, node)))
        }
        return .value(JSONConversion.spelledValue(at: node, of: document))
    }

    /// Whether a node is a table with members or elements.
    package func isTable(at node: UInt32) -> Bool {
        let document = documentAddress.assumingMemoryBound(to: cpj_document.self)
        return node < document.pointee.count && cpj_is_container(cpj_kind(document, node))
    }

    /// Whether a node is inside of a table.
    package func contains(_ node: UInt32, in table: UInt32) -> Bool {
        let document = documentAddress.assumingMemoryBound(to: cpj_document.self)
        return node > table && node < cpj_after(document, table)
    }
}
