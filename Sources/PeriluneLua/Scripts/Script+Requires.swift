internal import LuaSyntax

extension Script {
    /// What a text requires by a name that stands in it, in the order of the text.
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
