package import PeriluneCore

extension Redaction {
    /// The tree with secrets in its strings masked, and the values of members with secret names.
    ///
    /// It masks what `redact` of a value does, and keeps the digits of other numbers.
    package static func redact(_ tree: JSONTree) -> JSONTree {
        switch tree {
        case .string(let text): return .string(redact(text))
        case .array(let elements):
            return .array(
                elements.enumerated().map { position, element in
                    let isSecret =
                        position > 0
                        && isArgument(element.string, of: elements[position - 1].string)
                    return isSecret ? .string(mask) : redact(element)
                })
        case .object(let members):
            let isPair = isPair(name: tree["name"]?.string, key: tree["key"]?.string)
            return .object(
                members.map { member in
                    let isSecret = isSecret(member.name) || isPair && member.name == "value"
                    return JSONTree.Member(
                        member.name, isSecret ? masked(member.value) : redact(member.value))
                })
        case .null, .bool, .number: return tree
        }
    }

    /// The value at a path such as `emitted.access_token`, with secrets masked.
    package static func redact(_ tree: JSONTree, at path: String) -> JSONTree {
        leadsToSecret(path) ? masked(tree) : redact(tree)
    }

    private static func masked(_ tree: JSONTree) -> JSONTree {
        tree == .null ? .null : .string(mask)
    }
}
