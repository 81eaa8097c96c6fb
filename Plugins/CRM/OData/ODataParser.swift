package import PeriluneCore

/// Reads the expressions of query options, with one token in hand.
///
/// A chain of `and` or `or` is one level, however long; only parentheses, `not` and lambdas go deeper.
package struct ODataParser {
    static let depthLimit = 50
    static let lengthLimit = 64 << 10

    var scanner: ODataScanner
    var token: ODataScanner.Token
    /// Parameter aliases of the URL: `@p1` and its text.
    let aliases: [String: String]
    private var depth = 0

    package init(
        _ text: String, _ version: ODataVersion, aliases: [String: String] = [:]
    ) throws(PeriluneError) {
        scanner = ODataScanner(text, version)
        self.aliases = aliases
        token = .init(kind: .end, column: 1)
        guard text.utf8.count <= Self.lengthLimit else {
            throw scanner.error(
                "the expression is longer than \(Self.lengthLimit >> 10) KB", at: 1)
        }
        try advance()
    }

    /// A whole `$filter`.
    package static func filter(
        _ text: String, _ version: ODataVersion, aliases: [String: String] = [:]
    ) throws(PeriluneError) -> ODataExpression {
        var parser = try ODataParser(text, version, aliases: aliases)
        let expression = try parser.condition()
        try parser.end()
        return expression
    }

    mutating func advance() throws(PeriluneError) { token = try scanner.next() }

    mutating func end() throws(PeriluneError) {
        if token.kind != .end { throw unexpected("the end") }
    }

    /// Runs a function one nesting level deeper.
    mutating func within<Result>(
        _ body: (inout Self) throws(PeriluneError) -> Result
    ) throws(PeriluneError) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw error("the expression is nested deeper than \(Self.depthLimit) levels")
        }
        return try body(&self)
    }

    /// Alternatives joined by `or`.
    mutating func condition() throws(PeriluneError) -> ODataExpression {
        let column = token.column
        var parts = [try conjunction()]
        while try consume(ifWord: "or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : ODataExpression(.or(parts), column: column)
    }

    private mutating func conjunction() throws(PeriluneError) -> ODataExpression {
        let column = token.column
        var parts = [try negation()]
        while try consume(ifWord: "and") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : ODataExpression(.and(parts), column: column)
    }

    private mutating func negation() throws(PeriluneError) -> ODataExpression {
        let column = token.column
        guard try consume(ifWord: "not") else { return try comparison() }
        return try within { (parser) throws(PeriluneError) in
            ODataExpression(.not(try parser.negation()), column: column)
        }
    }

    private mutating func comparison() throws(PeriluneError) -> ODataExpression {
        let left = try operand()
        guard case .name(let word) = token.kind else { return left }
        if let comparison = ODataExpression.Comparison(rawValue: word) {
            try advance()
            let right = try operand()
            return ODataExpression(.comparison(comparison, left, right), column: left.column)
        }
        if word == "in", case .path(let path) = left.form {
            try advance()
            return ODataExpression(.isIn(path, try list()), column: left.column)
        }
        if ["add", "sub", "mul", "div", "mod"].contains(word) {
            throw error("filters do not support arithmetic")
        }
        return left
    }

    private mutating func operand() throws(PeriluneError) -> ODataExpression {
        let column = token.column
        switch token.kind {
        case .literal(let literal):
            try advance()
            return ODataExpression(.literal(literal), column: column)
        case .sign("("):
            try advance()
            return try within { (parser) throws(PeriluneError) in
                let inner = try parser.condition()
                try parser.expect(")")
                return inner
            }
        case .name(let name) where name.hasPrefix("@"):
            return ODataExpression(.literal(try literal()), column: column)
        case .name(let name):
            try advance()
            if token.kind == .sign("(") { return try call(name, column) }
            return try pathOrLambda([name], column)
        default: throw unexpected("a property or a value")
        }
    }

    private mutating func pathOrLambda(
        _ first: [String], _ column: Int
    ) throws(PeriluneError) -> ODataExpression {
        var names = first
        while try consume(if: "/") {
            let name = try self.name()
            if name == "any" || name == "all", token.kind == .sign("(") {
                let path = ODataPath(names, column: column)
                return ODataExpression(
                    .lambda(try lambda(path, isAll: name == "all")), column: column)
            }
            names.append(name)
        }
        return ODataExpression(.path(ODataPath(names, column: column)), column: column)
    }

    private mutating func lambda(
        _ path: ODataPath, isAll: Bool
    ) throws(PeriluneError) -> ODataExpression.Lambda {
        try expect("(")
        if !isAll, try consume(if: ")") { return .init(path: path, isAll: false, variable: "") }
        let variable = try name()
        try expect(":")
        let condition = try within { (parser) throws(PeriluneError) in try parser.condition() }
        try expect(")")
        return .init(path: path, isAll: isAll, variable: variable, condition: condition)
    }

    /// `name/name`.
    mutating func path() throws(PeriluneError) -> ODataPath {
        let column = token.column
        var names = [try name()]
        while try consume(if: "/") { names.append(try name()) }
        return ODataPath(names, column: column)
    }

    mutating func name() throws(PeriluneError) -> String {
        guard case .name(let name) = token.kind else { throw unexpected("a name") }
        try advance()
        return name
    }

    /// Reads a constant, or resolves a parameter alias.
    mutating func literal() throws(PeriluneError) -> ODataLiteral {
        switch token.kind {
        case .literal(let literal):
            try advance()
            return literal
        case .name(let alias) where alias.hasPrefix("@"):
            guard let text = aliases[alias] else {
                throw error("the URL gives no value for the parameter \(alias)")
            }
            try advance()
            var inner = ODataScanner(text, scanner.version)
            guard case .literal(let literal) = try inner.next().kind else {
                throw inner.error("the value of \(alias) must be a constant", at: 1)
            }
            return literal
        default: throw unexpected("a value")
        }
    }

    /// `('a','b')`, with the brackets of JSON in query functions.
    mutating func list() throws(PeriluneError) -> [ODataLiteral] {
        let isJSON = try consume(if: "[")
        if !isJSON { try expect("(") }
        let close: Character = isJSON ? "]" : ")"
        if try consume(if: close) { return [] }
        var values = [try literal()]
        while try consume(if: ",") { values.append(try literal()) }
        try expect(close)
        return values
    }

    mutating func consume(if sign: Character) throws(PeriluneError) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        try advance()
        return true
    }

    mutating func consume(ifWord word: String) throws(PeriluneError) -> Bool {
        guard token.kind == .name(word) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ sign: Character) throws(PeriluneError) {
        guard try consume(if: sign) else { throw unexpected("'\(sign)'") }
    }

    func error(_ message: String, hint: String? = nil) -> PeriluneError {
        scanner.error(message, at: token.column, hint: hint)
    }

    func unexpected(_ wanted: String) -> PeriluneError {
        switch token.kind {
        case .end: error("expected \(wanted), got the end of the expression")
        case .name(let name): error("expected \(wanted), got \(name)")
        case .sign(let sign): error("expected \(wanted), got '\(sign)'")
        case .literal: error("expected \(wanted), got a value")
        }
    }
}
