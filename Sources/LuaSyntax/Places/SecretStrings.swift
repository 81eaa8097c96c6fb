/// Finds the strings in a script that are probably secrets.
///
/// These are strings that are assigned to, or compared with, a name like `password`, and all strings in a table with
/// such a name except references: `secret = { env = "CRM_SECRET" }`.
struct SecretStrings {
    private let tokens: [Token]
    /// Whether every `key` counts as a secret, whatever its value looks like.
    private let isConfiguration: Bool
    /// For each open table, whether its strings are secrets.
    private var depths = [false]
    /// The names of the tables that are open, from the outermost.
    private var tables: [String?] = []
    /// The name that the next strings are assigned to.
    private var name: String?
    /// In an assignment to several names, the secret one: it may get any of the values.
    private var list: (name: String, depth: Int)?
    /// The depth of the table that the script returns, in which `key` is the ordering key.
    private var returned: Int?
    private var hidden: [Range<Int>] = []

    /// The fields of a reference to a secret, which `SecretReference` reads.
    private static let references: Set<String> = ["env", "file", "credential"]

    /// The ranges of secrets; `isSecret` knows names in addition to those of `MaskedLines`.
    static func find(
        in tokens: [Token], isConfiguration: Bool, isSecret: (String) -> Bool
    ) -> [Range<Int>] {
        var strings = SecretStrings(tokens: tokens, isConfiguration: isConfiguration)
        for index in tokens.indices { strings.read(index, isSecret) }
        return strings.hidden
    }

    private init(tokens: [Token], isConfiguration: Bool) {
        self.tokens = tokens
        self.isConfiguration = isConfiguration
    }

    private mutating func read(_ index: Int, _ isSecretName: (String) -> Bool) {
        let token = tokens[index]
        let isOrderingKey = name == "key" && depths.count == returned
        let isSecret =
            depths.last == true
            || (!isOrderingKey && name.map { MaskedLines.isSecret($0) || isSecretName($0) } == true)
        switch token.kind {
        case .symbol(.assign): assign(index, isSecretName)
        // A line of JSON passed as a script.
        case .symbol(.colon):
            if case .string(let key)? = kind(index - 1) { name = key }
        case .symbol(.openBrace):
            depths.append(isSecret)
            tables.append(name)
            if kind(index - 1) == .keyword(.return) { returned = depths.count }
            name = nil
        case .symbol(.closeBrace):
            if depths.count > 1 { depths.removeLast() }
            _ = tables.popLast()
            if let list, list.depth > depths.count { self.list = nil }
            name = nil
        case .symbol(.comma): name = list?.depth == depths.count ? list?.name : nil
        case .keyword where isInsideExpression(index): break
        case .symbol(.semicolon), .keyword:
            name = nil
            list = nil
        case .string where isKey(index): break
        case .string(let text) where depths.last == false && isKeyOfTable(text): break
        case .string(let text) where isKeyOfOutput(text): break
        case .string where isSecret && !Self.references.contains(name ?? ""):
            hidden.append(token.content)
        case .string where isCompared(index, isSecretName): hidden.append(token.content)
        // An unclosed string: it is not known where the secret ends.
        case .invalid where isSecret || isCompared(index, isSecretName):
            hidden.append(token.position.offset..<Int.max)
        default: break
        }
    }

    private mutating func assign(_ index: Int, _ isSecretName: (String) -> Bool) {
        name = tokens.name(before: index)
        // Fields of a table among the values do not end the list.
        if let list, depths.count > list.depth { return }
        list = tokens.names(before: index)
            .first { MaskedLines.isSecret($0) || isSecretName($0) }
            .map { ($0, depths.count) }
        name = list?.name ?? name
    }

    /// Whether a text is an ordinary value of `key`; a secret is long, and has digits and letters.
    private func isKeyOfTable(_ text: String) -> Bool {
        !isConfiguration && name == "key" && !Self.looksSecret(text)
    }

    /// Whether this is the `key` of an output, which names columns or a member of the values: in the configuration,
    /// `outputs = { NAME = { key = "id" } }`.
    private func isKeyOfOutput(_ text: String) -> Bool {
        let isList = name == nil && tables.last == "key"
        let (path, outer) =
            isList ? (tables.dropLast(), depths.dropLast()) : (tables[...], depths[...])
        return isConfiguration && (isList || name == "key") && outer.last == false
            && path.count >= 2 && path[path.endIndex - 2] == "outputs" && !Self.looksSecret(text)
    }

    private static func looksSecret(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count >= 12 && !bytes.contains(UInt8(ascii: " "))
            && bytes.contains { (0x30...0x39).contains($0) }
            && bytes.contains { (0x61...0x7A).contains($0 | 0x20) }
    }

    /// Whether a string is a key: `["name"] =`.
    private func isKey(_ index: Int) -> Bool {
        kind(index + 1) == .symbol(.closeBracket) && kind(index + 2) == .symbol(.assign)
    }

    /// Whether a keyword continues an expression: `x or "default"`, also after `nil` or the `end` of a function.
    private func isInsideExpression(_ index: Int) -> Bool {
        let operators: [Token.Kind?] = [.keyword(.and), .keyword(.or), .keyword(.not)]
        return operators.contains(kind(index)) || operators.prefix(2).contains(kind(index + 1))
    }

    /// Whether a string is compared with a secret: `password == "x"`, `"x" == password`.
    ///
    /// A `key` is often compared, so its comparisons are not masked.
    private func isCompared(_ index: Int, _ isSecretName: (String) -> Bool) -> Bool {
        let comparisons: [Token.Kind?] = [.symbol(.equal), .symbol(.notEqual)]
        let names = [
            comparisons.contains(kind(index - 1)) ? tokens.name(before: index - 1) : nil,
            comparisons.contains(kind(index + 1)) ? tokens.name(from: index + 2) : nil,
        ]
        return names.contains {
            $0.map { MaskedLines.isCertainlySecret($0) || isSecretName($0) } == true
        }
    }

    private func kind(_ index: Int) -> Token.Kind? {
        tokens.indices.contains(index) ? tokens[index].kind : nil
    }
}

extension [Token] {
    /// The last part of the name before a token: of `a.name` and `["name"]`.
    fileprivate func name(before index: Int) -> String? {
        guard index > 0 else { return nil }
        if case .name(let name) = self[index - 1].kind { return name }
        guard index > 1, self[index - 1].kind == .symbol(.closeBracket),
            case .string(let name) = self[index - 2].kind
        else { return nil }
        return name
    }

    /// The last part of `a.b.name`, which starts at a token.
    fileprivate func name(from start: Int) -> String? {
        var index = start
        while index + 2 < count, case .name = self[index].kind,
            self[index + 1].kind == .symbol(.dot)
        {
            index += 2
        }
        guard index < count, case .name(let name) = self[index].kind else { return nil }
        return name
    }

    /// The last parts of the names in `a, b.name =`; empty if this is not a statement of its own, such as in a table.
    fileprivate func names(before end: Int) -> [String] {
        var names: [String] = []
        var index = end - 1
        while index >= 0, case .name(let name) = self[index].kind {
            names.append(name)
            while index >= 2, self[index - 1].kind == .symbol(.dot),
                case .name = self[index - 2].kind
            {
                index -= 2
            }
            guard index >= 1 else { return names }
            switch self[index - 1].kind {
            case .symbol(.comma): index -= 2
            case .symbol(.closeParenthesis), .symbol(.closeBrace), .symbol(.closeBracket),
                .symbol(.semicolon), .symbol(.doubleColon), .name, .string, .integer, .number:
                return names
            case .keyword(let word): return [.and, .or, .not].contains(word) ? [] : names
            default: return []
            }
        }
        return []
    }
}

extension Token {
    /// The range of a string without its quotes.
    var content: Range<Int> {
        let start = position.offset + 1
        return start..<max(end - 1, start)
    }
}
