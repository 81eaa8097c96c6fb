import CRMPlugin
import PeriluneCore

/// Parses `SELECT [TOP n] columns FROM table [WHERE ...] [ORDER BY ...]` to OData options, so that no part of the
/// text reaches the database.
struct SQLParser {
    private var scanner: SQLScanner
    private var token = SQLScanner.Token.end
    private var column = 1
    private var depth = 0
    private let table: EntityDefinition
    private let names: ODataNames

    init(_ text: String, _ table: EntityDefinition, _ names: ODataNames) throws(PeriluneError) {
        scanner = SQLScanner(text)
        self.table = table
        self.names = names
        guard text.utf8.count <= 32 << 10 else {
            throw PeriluneError("crm.odata", "sql: the statement is too long")
        }
        try advance()
    }

    mutating func query() throws(PeriluneError) -> Query {
        try expect("select")
        var options = ODataOptions()
        if try consume(ifWord: "top") { options.top = try parsePositiveInteger() }
        var columns: [ODataPath] = []
        repeat { columns.append(try path()) } while try consume(ifSign: ",")
        options.select = columns
        try expect("from")
        guard token == .word(table.logicalName) else { throw wanted("FROM \(table.logicalName)") }
        try advance()
        if try consume(ifWord: "where") { options.filter = try condition() }
        if try consume(ifWord: "order") {
            try expect("by")
            repeat {
                let path = try path()
                let descending = try consume(ifWord: "desc")
                if !descending { _ = try consume(ifWord: "asc") }
                options.orders.append(.init(path: path, descending: descending))
            } while try consume(ifSign: ",")
        }
        _ = try consume(ifSign: ";")
        guard token == .end else { throw wanted("the end") }
        return try options.query(of: table, names)
    }

    private mutating func condition() throws(PeriluneError) -> ODataExpression {
        let start = column
        var parts = [try conjunction()]
        while try consume(ifWord: "or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : ODataExpression(.or(parts), column: start)
    }

    private mutating func conjunction() throws(PeriluneError) -> ODataExpression {
        let start = column
        var parts = [try term()]
        while try consume(ifWord: "and") { parts.append(try term()) }
        return parts.count == 1 ? parts[0] : ODataExpression(.and(parts), column: start)
    }

    private mutating func term() throws(PeriluneError) -> ODataExpression {
        let start = column
        depth += 1
        defer { depth -= 1 }
        guard depth <= 40 else { throw PeriluneError("crm.odata", "sql: nested too deeply") }
        if try consume(ifWord: "not") { return ODataExpression(.not(try term()), column: start) }
        if try consume(ifSign: "(") {
            let inner = try condition()
            guard try consume(ifSign: ")") else { throw wanted("')'") }
            return inner
        }
        return try comparison(try path(), start)
    }

    private mutating func comparison(
        _ path: ODataPath, _ start: Int
    ) throws(PeriluneError) -> ODataExpression {
        let property = ODataExpression(.path(path), column: start)
        let signs: [String: ODataExpression.Comparison] = [
            "=": .eq, "<>": .ne, "!=": .ne, ">": .gt, ">=": .ge, "<": .lt, "<=": .le,
        ]
        if case .sign(let sign) = token, let comparison = signs[sign] {
            try advance()
            let value = ODataExpression(.literal(try literal()), column: column)
            return ODataExpression(.comparison(comparison, property, value), column: start)
        }
        if try consume(ifWord: "is") {
            let comparison: ODataExpression.Comparison = try consume(ifWord: "not") ? .ne : .eq
            try expect("null")
            let null = ODataExpression(.literal(.null), column: column)
            return ODataExpression(.comparison(comparison, property, null), column: start)
        }
        let negated = try consume(ifWord: "not")
        let function: ConditionOperator
        var values: [ODataLiteral] = []
        if try consume(ifWord: "like") {
            function = negated ? .notLike : .like
            values = [try literal()]
        } else if try consume(ifWord: "between") {
            function = negated ? .notBetween : .between
            values = [try literal()]
            try expect("and")
            values.append(try literal())
        } else if try consume(ifWord: "in") {
            function = negated ? .notIn : .in
            guard try consume(ifSign: "(") else { throw wanted("'('") }
            repeat { values.append(try literal()) } while try consume(ifSign: ",")
            guard try consume(ifSign: ")") else { throw wanted("')'") }
        } else {
            throw wanted("a comparison")
        }
        return ODataExpression(.query(function, path, values), column: start)
    }

    /// Reads a column by its logical name, optionally after the name of the table.
    private mutating func path() throws(PeriluneError) -> ODataPath {
        guard case .word(let word) = token else { throw wanted("the name of a column") }
        let name = word.dropping(table.logicalName + ".") ?? word
        let property = table.attribute(name).map(names.property) ?? name
        let path = ODataPath([property], column: column)
        try advance()
        return path
    }

    private mutating func literal() throws(PeriluneError) -> ODataLiteral {
        let literal: ODataLiteral
        switch token {
        case .text(let text): literal = .string(text)
        case .number(let digits): literal = .number(digits)
        case .word("null"): literal = .null
        default: throw wanted("a value")
        }
        try advance()
        return literal
    }

    private mutating func parsePositiveInteger() throws(PeriluneError) -> Int {
        guard case .number(let digits) = token, let number = Int(digits), number > 0 else {
            throw wanted("a number")
        }
        try advance()
        return number
    }

    private mutating func advance() throws(PeriluneError) {
        token = try scanner.next()
        column = scanner.column
    }

    private mutating func consume(ifWord word: String) throws(PeriluneError) -> Bool {
        guard token == .word(word) else { return false }
        try advance()
        return true
    }

    private mutating func consume(ifSign sign: String) throws(PeriluneError) -> Bool {
        guard token == .sign(sign) else { return false }
        try advance()
        return true
    }

    private mutating func expect(_ word: String) throws(PeriluneError) {
        guard try consume(ifWord: word) else { throw wanted(word.uppercased()) }
    }

    private func wanted(_ what: String) -> PeriluneError {
        PeriluneError(
            "crm.odata", "sql: expected \(what)", at: .init(line: 1, column: column),
            hint: "write it like SELECT TOP 5 name FROM account WHERE name LIKE 'A%' ORDER BY name")
    }
}
