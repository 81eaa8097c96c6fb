internal import LuaSyntax

extension Script {
    /// The names that a source requires as string literals, in the order of the source.
    package static func requiredNames(in source: [UInt8]) -> [String] {
        let tokens = LexedScript(LineTable(source)).tokens
        var names: [String] = []
        for (index, token) in tokens.enumerated() where token.kind == .name("require") {
            var next = index + 1
            if next < tokens.count, tokens[next].kind == .symbol(.openParenthesis) { next += 1 }
            guard next < tokens.count, case .string(let name) = tokens[next].kind else { continue }
            names.append(name)
        }
        return names
    }
}
