import PeriluneCore

/// Reads an expression: infix operators without a unary minus, parentheses, calls.
struct Parser {
    /// The maximum nesting depth, so that no text can exhaust the stack.
    static let deepest = 64
    static let longest = 8192

    private let source: ExpressionSource
    private let dialect: Expression.Dialect
    private let tokens: [Token]
    private var position = 0
    private var depth = 0
    private(set) var warnings: [ExpressionIssue]
    private(set) var names: [String] = []

    init(_ source: ExpressionSource, dialect: Expression.Dialect) throws(PeriluneError) {
        guard source.text.utf8.count <= Self.longest else {
            throw PeriluneError(
                .expression, "an expression is longer than \(Self.longest) bytes",
                hint: "compute a part of it in the query")
        }
        self.source = source
        self.dialect = dialect
        (tokens, warnings) = try Lexer.tokens(of: source)
    }

    /// The tree of the whole text.
    mutating func parse() throws(PeriluneError) -> SyntaxTree {
        guard token.kind != .end else {
            throw source.error("an expression is empty", at: 0, hint: "name a column")
        }
        let tree = try operation(level: 0)
        guard token.kind == .end else {
            throw source.error(
                "expected an operator, got \(token.kind)", at: token.offset,
                hint: token.kind == .symbol(.close) ? "there is no matching (" : nil)
        }
        return tree
    }

    private var token: Token { tokens[position] }

    private mutating func consume(if symbol: Token.Symbol) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        position += 1
        return true
    }

    private mutating func operation(level: Int) throws(PeriluneError) -> SyntaxTree {
        guard level < BinaryOperator.byPrecedence.count else { return try operand() }
        let first = try operation(level: level + 1)
        var links: [SyntaxTree.Link] = []
        while case .symbol(let symbol) = token.kind,
            let operation = BinaryOperator(rawValue: symbol.rawValue),
            BinaryOperator.byPrecedence[level].contains(operation)
        {
            let offset = token.offset
            position += 1
            let operand = try self.operation(level: level + 1)
            links.append(.init(operation: operation, operand: operand, offset: offset))
        }
        return links.isEmpty
            ? first : SyntaxTree(kind: .chain(first, links), offset: first.offset)
    }

    private mutating func operand() throws(PeriluneError) -> SyntaxTree {
        let first = token
        switch first.kind {
        case .number(let value):
            position += 1
            return SyntaxTree(kind: .number(value), offset: first.offset)
        case .text(let text):
            position += 1
            return SyntaxTree(kind: .text(text), offset: first.offset)
        case .quotedName(let name):
            position += 1
            return named(name, at: first.offset)
        case .name(let name):
            position += 1
            return consume(if: .open)
                ? try call(name, at: first.offset) : named(name, at: first.offset)
        case .symbol(.open):
            position += 1
            try descend(at: first.offset)
            let tree = try operation(level: 0)
            try close()
            return tree
        case .symbol(.minus), .symbol(.plus):
            return try signedNumber()
        default:
            throw source.error(
                "expected a column, a number, a string or a function, got \(first.kind)",
                at: first.offset)
        }
    }

    private mutating func named(_ name: String, at offset: Int) -> SyntaxTree {
        if !names.contains(name) { names.append(name) }
        return SyntaxTree(kind: .name(name), offset: offset)
    }

    /// Reads a number with a sign.
    ///
    /// Signs are only allowed at the beginning of an expression, a parenthesis or an argument: there is no unary
    /// minus, and `2*-1` is an error.
    private mutating func signedNumber() throws(PeriluneError) -> SyntaxTree {
        let sign = token
        let mayStandHere =
            position == 0 || tokens[position - 1].kind == .symbol(.open)
            || tokens[position - 1].kind == .symbol(.comma)
        guard mayStandHere, case .number(let value) = tokens[position + 1].kind else {
            throw source.error(
                "a sign is not allowed here", at: sign.offset, hint: "write Neg(…) to negate")
        }
        position += 2
        return SyntaxTree(
            kind: .number(sign.kind == .symbol(.minus) ? -value : value), offset: sign.offset)
    }

    private mutating func call(_ name: String, at offset: Int) throws(PeriluneError) -> SyntaxTree {
        let function = try self.function(named: name, at: offset)
        try descend(at: offset)
        var arguments: [SyntaxTree] = []
        if token.kind != .symbol(.close) {
            repeat { arguments.append(try operation(level: 0)) } while consume(if: .comma)
        }
        try close()
        if let problem = function.argumentCountProblem(arguments.count) {
            throw source.error(problem, at: offset, hint: "write \(function.usage)")
        }
        return SyntaxTree(kind: .call(function, arguments), offset: offset)
    }

    private mutating func function(
        named name: String, at offset: Int
    ) throws(PeriluneError) -> Function {
        let lowercased = Ascii.lowercased(name)
        if lowercased == "datetime" {
            warnings.append(source.warning("write date", at: offset))
            return try function(named: "date", at: offset)
        }
        guard let function = Function(named: lowercased) else {
            throw source.error(
                "unknown function \(name)", at: offset,
                hint: Function.similar(to: name))
        }
        guard dialect == .chart || function.worksInDiagrams else {
            throw source.error(
                "\(function.rawValue) works in charts only", at: offset,
                hint: "an influence diagram computes with numbers only")
        }
        return function
    }

    private mutating func descend(at offset: Int) throws(PeriluneError) {
        depth += 1
        guard depth <= Self.deepest else {
            throw source.error(
                "an expression is nested deeper than \(Self.deepest) levels", at: offset)
        }
    }

    private mutating func close() throws(PeriluneError) {
        guard consume(if: .close) else {
            throw source.error(
                "expected ) or an operator, got \(token.kind)", at: token.offset)
        }
        depth -= 1
    }
}
