/// The tokens of one line, to find the one that a message refers to.
struct TokenLine {
    private let script: LexedScript
    private let range: Range<Int>

    init(_ script: LexedScript, _ line: Int) {
        self.script = script
        let tokens = script.tokens
        let start = Self.firstIndex(in: tokens) { $0.position.line >= line }
        range = start..<Self.firstIndex(in: tokens) { $0.position.line > line }
    }

    func column(of index: Int) -> Int { script.tokens[index].position.column }

    /// The indices of the tokens that a message can refer to.
    func places(of subject: LuaErrorMessage.Subject) -> [Int] {
        switch subject {
        case .name(let name):
            named(name).filter { ![.symbol(.dot), .symbol(.colon)].contains(kind($0 - 1)) }
        case .field(let name):
            named(name).filter { kind($0 - 1) == .symbol(.dot) }
                + strings(name).filter { kind($0 - 1) == .symbol(.openBracket) }
        case .method(let name): named(name).filter { kind($0 - 1) == .symbol(.colon) }
        case .constant(let text): strings(text)
        case .callee(let name): named(name).filter { isCall($0 + 1) }
        case .token(let text): range.filter { script.text(of: script.tokens[$0]) == text }
        case .endOfFile: range.filter { kind($0) == .endOfFile }
        }
    }

    /// Whether the value named at a token is used in the operation of the message.
    func isUsed(_ index: Int, for action: LuaErrorMessage.Action) -> Bool {
        let after = kind(index + (kind(index + 1) == .symbol(.closeBracket) ? 2 : 1))
        switch action {
        case .index: return [.dot, .openBracket, .colon].contains { after == .symbol($0) }
        case .call: return isCall(index + 1) || isCall(index + 2) && after != kind(index + 1)
        case .length: return kind(start(of: index) - 1) == .symbol(.length)
        default: return isOperator(after, action) || isOperator(kind(start(of: index) - 1), action)
        }
    }

    /// The operator of an operation, if the line has only one.
    func onlyOperator(for action: LuaErrorMessage.Action) -> Int? {
        let found = range.filter { isOperator(kind($0), action) }
        return found.count == 1 ? column(of: found[0]) : nil
    }

    private func kind(_ index: Int) -> Token.Kind? {
        script.tokens.indices.contains(index) ? script.tokens[index].kind : nil
    }

    private func named(_ name: String) -> [Int] { range.filter { kind($0) == .name(name) } }

    private func strings(_ text: String) -> [Int] { range.filter { kind($0) == .string(text) } }

    private func isCall(_ index: Int) -> Bool {
        switch kind(index) {
        case .symbol(.openParenthesis), .symbol(.openBrace), .string: true
        default: false
        }
    }

    private func isOperator(_ token: Token.Kind?, _ action: LuaErrorMessage.Action) -> Bool {
        guard case .symbol(let symbol)? = token else { return false }
        return switch action {
        case .arithmetic:
            [.plus, .minus, .times, .divide, .floorDivide, .modulo, .power].contains(symbol)
        case .bitwise: [.bitAnd, .bitOr, .tilde, .shiftLeft, .shiftRight].contains(symbol)
        case .concatenate: symbol == .concatenate
        case .compare: [.less, .greater, .lessOrEqual, .greaterOrEqual].contains(symbol)
        case .length: symbol == .length
        case .divide(let sign): symbol == sign
        case .index, .call: false
        }
    }

    /// The first token of `a.b.c`, given the last; a unary operator stands before it.
    private func start(of index: Int) -> Int {
        var index = index
        while index >= 2, [.symbol(.dot), .symbol(.colon)].contains(kind(index - 1)),
            case .name? = kind(index - 2)
        {
            index -= 2
        }
        return index
    }

    private static func firstIndex(in tokens: [Token], where matches: (Token) -> Bool) -> Int {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if matches(tokens[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
