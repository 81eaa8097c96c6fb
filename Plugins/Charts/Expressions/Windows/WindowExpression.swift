import PeriluneCore

/// An expression with functions of several categories, such as `Sales - Lag(Sales)`.
///
/// Its parts without such functions are computed for each row and combined by `Aggregate`; the rest is computed of
/// the results, over the categories of each series.
struct WindowExpression {
    /// The parts that are computed for each row, as they were written.
    let parts: [String]
    private let expression: Expression
    /// Whole, with a name for each part.
    private let tree: SyntaxTree

    /// - Returns: `nil` if the expression has no such function.
    /// - Throws: What is wrong with the expression.
    init?(_ text: String) throws(PeriluneError) {
        let expression = try Expression(text)
        guard expression.tree.hasWindows else { return nil }
        self.expression = expression
        var parts: [SyntaxTree] = []
        tree = expression.tree.separated(&parts)
        self.parts = parts.map(\.written)
    }

    /// The values of one series.
    ///
    /// - Parameters:
    ///   - values: For each part its values in all categories.
    ///   - count: How many categories there are.
    ///   - variables: The values of variables.
    /// - Returns: A number for each category, and what cannot be computed.
    /// - Throws: What does not fit, such as a text where a number is needed.
    func evaluate(
        _ values: [[Double]], count: Int, variables: [String: Cell]
    ) throws(PeriluneError) -> (values: [Double], issues: [ExpressionIssue]) {
        var columns = values.enumerated().map {
            Column(Self.name($0.offset), .numbers($0.element))
        }
        var issues: [ExpressionIssue] = []
        let result = try evaluate(tree, &columns, &issues, variables, count)
        return (result, issues)
    }

    /// The functions become columns, from the inside to the outside.
    private func evaluate(
        _ tree: SyntaxTree, _ columns: inout [Column], _ issues: inout [ExpressionIssue],
        _ variables: [String: Cell], _ count: Int
    ) throws(PeriluneError) -> [Double] {
        let plain = try resolved(tree, &columns, &issues, variables, count)
        let result = try Expression(plain, of: expression).evaluate(
            over: Table(columns: columns, count: count), variables: variables)
        issues += result.issues
        guard case .numbers(let numbers) = result.cells else {
            throw ExpressionSource(text: expression.text).error(
                "this must compute numbers", at: tree.offset)
        }
        return numbers
    }

    private func resolved(
        _ tree: SyntaxTree, _ columns: inout [Column], _ issues: inout [ExpressionIssue],
        _ variables: [String: Cell], _ count: Int
    ) throws(PeriluneError) -> SyntaxTree {
        guard tree.hasWindows else { return tree }
        switch tree.kind {
        case .call(let function, let arguments) where function.isWindow:
            let values = try evaluate(arguments[0], &columns, &issues, variables, count)
            let length = try length(arguments, of: function)
            let result = WindowFunctions.body(function, count: length)?(values) ?? values
            let name = Self.name(columns.count)
            columns.append(Column(name, .numbers(result)))
            return SyntaxTree(kind: .name(name), offset: tree.offset)
        case .call(let function, let arguments):
            var resolvedArguments: [SyntaxTree] = []
            for argument in arguments {
                resolvedArguments.append(
                    try resolved(argument, &columns, &issues, variables, count))
            }
            return SyntaxTree(kind: .call(function, resolvedArguments), offset: tree.offset)
        case .chain(let first, let links):
            let start = try resolved(first, &columns, &issues, variables, count)
            var others: [SyntaxTree.Link] = []
            for link in links {
                var link = link
                link.operand = try resolved(link.operand, &columns, &issues, variables, count)
                others.append(link)
            }
            return SyntaxTree(kind: .chain(start, others), offset: tree.offset)
        case .number, .text, .name: return tree
        }
    }

    /// The second argument of a function.
    private func length(
        _ arguments: [SyntaxTree], of function: Function
    ) throws(PeriluneError) -> Int? {
        guard arguments.count > 1 else { return nil }
        guard case .number(let value) = arguments[1].kind, let length = Int(exactly: value),
            (1...WindowFunctions.longest).contains(length)
        else {
            throw ExpressionSource(text: expression.text).error(
                "\(function.rawValue) requires a constant number of categories, 1 to \(WindowFunctions.longest)",
                at: arguments[1].offset)
        }
        return length
    }

    /// No column of a table has such a name: it contains a control character.
    static func name(_ number: Int) -> String { "\u{1}\(number)" }
}

extension SyntaxTree {
    /// Whether a function of several categories is in it.
    var hasWindows: Bool {
        switch kind {
        case .number, .text, .name: false
        case .chain(let first, let links):
            first.hasWindows || links.contains { $0.operand.hasWindows }
        case .call(let function, let arguments):
            function.isWindow || arguments.contains(where: \.hasWindows)
        }
    }

    private var hasColumns: Bool {
        switch kind {
        case .number, .text: false
        case .name(let name): !Expression.isVariable(name)
        case .chain(let first, let links):
            first.hasColumns || links.contains { $0.operand.hasColumns }
        case .call(_, let arguments): arguments.contains(where: \.hasColumns)
        }
    }

    /// The tree with a name for each part that has columns and no window.
    fileprivate func separated(_ parts: inout [SyntaxTree]) -> SyntaxTree {
        guard hasWindows else {
            guard hasColumns else { return self }
            parts.append(self)
            return SyntaxTree(kind: .name(WindowExpression.name(parts.count - 1)), offset: offset)
        }
        switch kind {
        case .number, .text, .name: return self
        case .chain(let first, let links):
            let start = first.separated(&parts)
            let others = links.map { link in
                var link = link
                link.operand = link.operand.separated(&parts)
                return link
            }
            return SyntaxTree(kind: .chain(start, others), offset: offset)
        case .call(let function, let arguments):
            let separated = arguments.map { $0.separated(&parts) }
            return SyntaxTree(kind: .call(function, separated), offset: offset)
        }
    }
}
