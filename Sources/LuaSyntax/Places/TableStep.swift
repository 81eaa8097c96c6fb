/// A step from a table to a part of it.
package enum TableStep: Hashable, Sendable {
    case name(String)
    /// An index, from 1.
    case element(Int)
}

extension SyntaxTree {
    /// The entry of a table constructor that a step leads to; the last one of a name, as in Lua.
    func field(_ step: TableStep, in fields: [TableField]) -> TableField? {
        switch step {
        case .name(let name): return fields.last { self.name(of: $0) == name }
        case .element(let number):
            let elements = fields.filter { if case .positional = $0.key { true } else { false } }
            return elements.indices.contains(number - 1) ? elements[number - 1] : nil
        }
    }
}
