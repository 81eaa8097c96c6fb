package import PeriluneCore

/// An expression of the metadata: parsed once, then evaluated by column whenever data or variables change.
package struct Expression: Sendable {
    /// The expression as the metadata has it; a part of an expression has the text of the whole.
    package let text: String
    /// What it uses, in order of appearance: columns or nodes, and variables (`$name`).
    package let names: [String]
    /// Warnings about syntax that is accepted but discouraged.
    package let warnings: [ExpressionIssue]
    let tree: SyntaxTree
    let dialect: Dialect

    /// The kind of place of an expression, which determines what it may use.
    package enum Dialect: Sendable, Hashable {
        case chart
        /// No texts and no dates.
        case diagram
    }

    /// Reads an expression; an error points to the column of what is wrong.
    package init(_ text: String, dialect: Dialect = .chart) throws(PeriluneError) {
        var parser = try Parser(ExpressionSource(text: text), dialect: dialect)
        tree = try parser.parse()
        self.text = text
        self.dialect = dialect
        names = parser.names
        warnings = parser.warnings
    }

    /// A part of another expression; what is wrong with it is shown in the whole.
    init(_ part: SyntaxTree, of whole: Expression) {
        tree = part
        text = whole.text
        dialect = whole.dialect
        names = part.names
        warnings = []
    }

    /// The columns of a chart, or the nodes of a diagram, that it uses.
    package var columns: [String] { names.filter { !Self.isVariable($0) } }
    /// The variables that it uses, with their `$`.
    package var variables: [String] { names.filter(Self.isVariable) }

    static func isVariable(_ name: String) -> Bool { name.utf8.first == Ascii.dollar }

    /// The type of a name, as far as it is known when types are checked.
    package enum Knowledge: Sendable, Hashable {
        case absent
        /// The column exists and may have any type: there is no data yet, or all values are null.
        case ofAnyType
        case of(ValueType)
    }

    /// Checks types, as far as they are known, and prepares the evaluation.
    package func compile(
        _ knowledge: (String) -> Knowledge
    ) throws(PeriluneError) -> CompiledExpression {
        var compiler = Compiler(
            source: ExpressionSource(text: text), names: names, dialect: dialect)
        let typed = try compiler.compile(tree, knowledge)
        return CompiledExpression(
            names: names, code: typed.code, type: typed.type, warnings: compiler.warnings)
    }

    /// Evaluates the expression for all rows of a table.
    ///
    /// Throws if a column or a variable does not exist, or if types do not fit. A row with another error becomes
    /// null, and the first of these errors is added to `issues`.
    package func evaluate(
        over table: Table, variables: [String: Cell] = [:]
    ) throws(PeriluneError) -> Evaluation {
        var slots: [String: Operand] = [:]
        for name in names {
            slots[name] =
                Self.isVariable(name)
                ? variables[name].map(Operand.init) : table[name].map(Operand.init)
        }
        let compiled = try compile { name in
            guard let slot = slots[name] else { return .absent }
            // Without rows, a value cannot have the wrong type.
            return slot.isNull || table.count == 0 ? .ofAnyType : .of(slot.type)
        }
        return compiled.evaluate(slots: names.map { slots[$0] ?? .null }, count: table.count)
    }
}

/// The result of an expression for a table.
package struct Evaluation: Sendable, Hashable {
    /// A value for each row.
    package var cells: Column.Cells
    /// At most one error, that of the first row where something could not be computed; and warnings.
    package var issues: [ExpressionIssue]
}

/// An expression whose types are checked.
package struct CompiledExpression: Sendable {
    let names: [String]
    let code: Code
    /// The type; `nil` if it depends on missing data.
    package let type: ValueType?
    /// Warnings found while types were checked, such as an invalid pattern; those about syntax are in
    /// ``Expression/warnings``.
    package let warnings: [ExpressionIssue]

    func evaluate(slots: [Operand], count: Int) -> Evaluation {
        var evaluator = Evaluator(slots: slots)
        let rows = Rows(count: count)
        let result =
            count == 0
            ? Operand(empty: type) : evaluator.checked(evaluator.evaluate(code, rows), rows)
        return Evaluation(
            cells: result.cells(count: count, type: type), issues: warnings + evaluator.issues)
    }

    /// The number that it makes of numbers by name; NaN is null.
    package func evaluate(
        _ value: (String) -> Double
    ) -> (value: Double, issue: ExpressionIssue?) {
        evaluate(slots: names.map { .numbers(.one(value($0))) })
    }

    /// The number that it makes of one row.
    func evaluate(slots: [Operand]) -> (value: Double, issue: ExpressionIssue?) {
        var evaluator = Evaluator(slots: slots)
        let rows = Rows(count: 1)
        let result = evaluator.checked(evaluator.evaluate(code, rows), rows).asNumbers[0]
        return (result, evaluator.issues.first { $0.severity == .error })
    }
}
