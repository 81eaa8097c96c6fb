/// Finds the places of a script to count, and the text to insert for each.
struct PointFinder {
    /// A text to insert into the source.
    struct Insertion {
        let offset: Int
        /// The order of insertions at the same offset, lowest first: closing texts before opening ones.
        let rank: Int
        let text: String
    }

    private(set) var points = CoveragePoints()
    private(set) var insertions: [Insertion] = []
    private let tree: SyntaxTree
    private let names: FunctionNames
    private let spans: ExpressionSpans
    private var tested: [Expression.ID] = []

    init(_ tree: SyntaxTree) {
        self.tree = tree
        self.names = FunctionNames(tree)
        spans = ExpressionSpans(tree)
    }

    mutating func find() {
        for (index, function) in tree.functions.enumerated() {
            let first = points.counters + 1
            count(function.block)
            if index > 0, points.counters >= first {
                points.functions.append(
                    .init(
                        name: names.name(of: .init(index: index), at: function.position),
                        line: function.position.line, counter: first))
            }
        }
        for id in tree.expressionIDs {
            // The left operand decides whether the right one is evaluated.
            if case .binary(let sign, let left, _) = tree[id].kind, sign == .and || sign == .or {
                test(left)
            }
        }
        number()
    }

    private mutating func count(_ block: Block) {
        for statement in block.statements {
            switch statement.kind {
            case .label, .empty: continue
            default: count(statement)
            }
            switch statement.kind {
            case .if(let branches, _): for branch in branches { test(branch.condition) }
            case .while(let condition, _), .repeat(_, let condition): test(condition)
            default: break
            }
            for inner in statement.blocks { count(inner) }
        }
    }

    private mutating func count(_ statement: Statement) {
        points.counters += 1
        let number = points.counters
        points.steps.append(.init(line: statement.position.line, counter: number))
        insertions.append(
            .init(
                offset: statement.position.offset, rank: 1,
                text: "__counts[\(number)]=__counts[\(number)]+1;"))
    }

    /// Operators with a truth value as result; all others give numbers or strings.
    private static let comparisons: Set<Symbol> = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    /// Collects the parts of a condition that are true or false on their own.
    private mutating func test(_ condition: Expression.ID) {
        var pending = [condition]
        while let id = pending.popLast() {
            switch tree[id].kind {
            case .parenthesized(let inner), .logicalNot(let inner): pending.append(inner)
            case .binary(.and, let left, let right), .binary(.or, let left, let right):
                pending += [left, right]
            // These are always true or always false.
            case .nil, .bool, .integer, .number, .string, .function, .table, .unary: continue
            case .binary(.symbol(let sign), _, _) where !Self.comparisons.contains(sign): continue
            default: tested.append(id)
            }
        }
    }

    /// Numbers the counters of the conditions, each once and in the order of the file.
    private mutating func number() {
        let ranges = Set(tested).map { (id: $0, range: spans[$0]) }
            .sorted {
                ($0.range.lowerBound, $1.range.upperBound) < (
                    $1.range.lowerBound, $0.range.upperBound
                )
            }
        for (_, range) in ranges {
            let number = points.counters + 1
            points.counters += 2
            let position = tree.lines.position(at: range.lowerBound)
            points.conditions.append(
                .init(
                    line: position.line, column: position.column, range: range, counter: number))
            insertions.append(
                .init(offset: range.lowerBound, rank: 2, text: "__test(\(number),"))
            insertions.append(.init(offset: range.upperBound, rank: 0, text: ")"))
        }
    }
}
