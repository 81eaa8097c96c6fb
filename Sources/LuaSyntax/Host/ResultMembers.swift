/// The members of a table that a function of the host returns.
package struct ResultMembers: Sendable, Hashable {
    /// The names of values.
    package private(set) var fields: Set<String> = []
    /// The names of functions that are called with a colon.
    package private(set) var methods: Set<String> = []

    /// Parses a type as written in editor definitions: `{ host: string?, add: fun(self, event: any): boolean }`.
    ///
    /// `nil` for a type that is not such a table.
    package init?(type: String) {
        let text = Array(type.utf8)
        guard text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") else { return nil }
        var depth = 0
        var start = 1
        for (place, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    // An array of tables, `{ … }[]`, is not a table with these members.
                    guard place == text.count - 1 else { return nil }
                    take(text[start..<place])
                }
            case UInt8(ascii: ",") where depth == 1:
                take(text[start..<place])
                start = place + 1
            default: break
            }
        }
        guard !fields.isEmpty || !methods.isEmpty else { return nil }
    }

    /// Adds `name: type`; a part without a name belongs to the type before it, such as the second result of a
    /// function.
    private mutating func take(_ member: ArraySlice<UInt8>) {
        guard let colon = member.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = member[..<colon].filter { $0 != UInt8(ascii: " ") }
        let type = member[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
        let text = String(decoding: name, as: UTF8.self)
        if type.starts(with: Array("fun(self".utf8)) {
            methods.insert(text)
        } else {
            fields.insert(text)
        }
    }
}

extension ScriptModel {
    /// The members of a value that a function of a module returned: `link.parse(url)`, and locals that hold it.
    func result(_ id: Expression.ID) -> (function: String, members: ResultMembers)? {
        guard case .call(let function, _) = tree[names.definition(of: id, in: tree)].kind,
            let field = constantField(tree.unwrapped(function)), let name = tree.string(field.key),
            let library = library(field.object)
        else { return nil }
        let called = "\(library.name).\(name)"
        return api.results[called].map { (called, $0) }
    }
}
