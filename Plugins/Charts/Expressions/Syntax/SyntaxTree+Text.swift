extension SyntaxTree {
    /// The names in it, each once, in order of appearance.
    var names: [String] {
        var names: [String] = []
        collect(&names)
        return names
    }

    private func collect(_ names: inout [String]) {
        switch kind {
        case .number, .text: break
        case .name(let name): if !names.contains(name) { names.append(name) }
        case .chain(let first, let links):
            first.collect(&names)
            for link in links { link.operand.collect(&names) }
        case .call(_, let arguments): for argument in arguments { argument.collect(&names) }
        }
    }

    /// An expression of the same meaning.
    var written: String {
        switch kind {
        case .number(let value): return value < 0 ? "(\(value))" : ValueText.number(value)
        case .text(let text):
            let doubled = text.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) }
            return "'\(doubled)'"
        case .name(let name):
            let isPlain =
                name.utf8.allSatisfy(Ascii.isInName)
                && name.utf8.first.map { !Ascii.digits.contains($0) } == true
            return isPlain || Expression.isVariable(name) ? name : "[\(name)]"
        case .chain(let first, let links):
            return links.reduce(first.asOperand) {
                "\($0) \($1.operation.rawValue) \($1.operand.asOperand)"
            }
        case .call(let function, let arguments):
            return "\(function.rawValue)(\(arguments.map(\.written).joined(separator: ", ")))"
        }
    }

    private var asOperand: String {
        if case .chain = kind { "(\(written))" } else { written }
    }
}
