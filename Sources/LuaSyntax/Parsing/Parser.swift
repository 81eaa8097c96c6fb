/// Parses tokens into a tree; throws if Lua would refuse them.
///
/// It stops at the first error, as Lua does, since errors after a missing `end` would be guesses.
struct Parser {
    /// How deep statements and expressions together may nest; the same as Lua's limit on C calls.
    static let deepest = 197

    let script: LexedScript
    var index = 0
    var depth = 0
    var expressions: [Expression] = []
    var functions: [FunctionBody] = []
    var function = FunctionBody.ID.file
    /// The number of loops around the current statement, within its function.
    var loops = 0

    static func parse(_ script: LexedScript) throws(SyntaxFailure) -> SyntaxTree {
        var parser = Parser(script: script)
        let start = script.lines.position(at: 0)
        parser.functions.append(FunctionBody(parent: nil, position: start, end: start))
        parser.functions[0].isVararg = true
        let block = try parser.parseBlock()
        guard parser.token.kind == .endOfFile else { throw parser.unexpectedEndOfChunk() }
        parser.functions[0].block = block
        parser.functions[0].end = parser.token.position
        return SyntaxTree(
            script: script, expressions: parser.expressions, functions: parser.functions)
    }

    private init(script: LexedScript) { self.script = script }

    // The last token is `.endOfFile` or `.invalid`, and the parser never moves past it.
    var token: Token { script.tokens[index] }
    var next: Token { script.tokens[min(index + 1, script.tokens.count - 1)] }
    var previous: Token.Kind? { index > 0 ? script.tokens[index - 1].kind : nil }

    mutating func advance() {
        if index + 1 < script.tokens.count { index += 1 }
    }

    func at(_ symbol: Symbol) -> Bool { token.kind == .symbol(symbol) }
    func at(_ keyword: Keyword) -> Bool { token.kind == .keyword(keyword) }

    mutating func consume(if symbol: Symbol) -> Bool {
        guard at(symbol) else { return false }
        advance()
        return true
    }

    mutating func consume(if keyword: Keyword) -> Bool {
        guard at(keyword) else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: Symbol) throws(SyntaxFailure) {
        guard consume(if: symbol) else { throw unexpected("expected '\(symbol.rawValue)'") }
    }

    mutating func expect(_ keyword: Keyword) throws(SyntaxFailure) {
        guard consume(if: keyword) else { throw unexpected("expected '\(keyword.rawValue)'") }
    }

    mutating func expectName(_ what: String = "a name") throws(SyntaxFailure) -> String {
        guard case .name(let name) = token.kind else { throw unexpected("expected \(what)") }
        advance()
        return name
    }

    /// Consumes the token that closes what was opened at an earlier token.
    mutating func close(_ opener: Token, with closer: Token.Kind) throws(SyntaxFailure) {
        if token.kind == closer {
            advance()
            return
        }
        var message = "expected '\(Self.word(closer))' to close '\(script.text(of: opener))'"
        if opener.position.line != token.position.line {
            message += " at line \(opener.position.line)"
        }
        let isTooShort = closer == .keyword(.end) && token.kind == .endOfFile
        throw unexpected(message, hint: isTooShort ? MissingEnd.hint(in: script) : nil)
    }

    /// Increases the nesting depth; the caller decreases it again.
    mutating func enter() throws(SyntaxFailure) {
        guard depth < Self.deepest else {
            throw failure(
                "too deeply nested: Lua allows about 200 levels",
                hint: "split it into functions or local variables")
        }
        depth += 1
    }

    mutating func add(_ kind: Expression.Kind, at position: Position) -> Expression.ID {
        expressions.append(Expression(kind: kind, position: position, function: function))
        return Expression.ID(index: expressions.count - 1)
    }

    private static func word(_ kind: Token.Kind) -> String {
        switch kind {
        case .keyword(let keyword): keyword.rawValue
        case .symbol(let symbol): symbol.rawValue
        default: ""
        }
    }
}
