import PeriluneCore

extension Compiler {
    mutating func call(
        _ function: Function, _ trees: [SyntaxTree], at offset: Int, _ lookup: Lookup
    ) throws(PeriluneError) -> Typed {
        guard !function.isWindow else {
            throw source.error(
                "\(function.rawValue) works only in the values of charts with categories",
                at: offset
            )
        }
        if function == .date, trees.count > 1 { return try constantDate(trees, at: offset) }
        var arguments: [Typed] = []
        let parameters = function.signature.parameters
        for (index, tree) in trees.enumerated() {
            let argument = try compile(tree, lookup)
            let parameter = parameters[min(index, parameters.count - 1)]
            let expected = function == .date ? .date : parameter.type
            if let expected, let type = argument.type, type != expected {
                throw source.error(
                    "\(function.rawValue) requires \(expected.article), got \(type.article)",
                    at: tree.offset, hint: Self.hint(for: expected, not: type))
            }
            arguments.append(argument)
            if parameter.isConstant { try checkConstant(tree, of: function) }
        }
        let code = arguments.map(\.code)
        switch function {
        case .if:
            let type = try commonType(of: arguments, trees)
            return Typed(code: .choose(code[0], code[1], code[2], type), type: type)
        case .and, .or:
            return Typed(code: shortCircuit(function, code), type: .number)
        case .int where arguments[0].type == .date:
            throw source.error("Int requires a number or a string, got a date", at: trees[0].offset)
        default:
            var call = Code.Call(function: function, arguments: code, offset: offset)
            if function == .match { call.pattern = pattern(trees[1]) }
            return Typed(code: .call(call), type: function.signature.result)
        }
    }

    private static func hint(for expected: ValueType, not type: ValueType) -> String? {
        switch (expected, type) {
        case (.date, .text): "write date(2010,5,10) for a constant date"
        case (.text, _): "convert to a string with String(…)"
        case (.number, .text): "convert a string to a number with Int(…)"
        default: nil
        }
    }

    /// Both branches of an `if` have one type: else its column would have two.
    private func commonType(
        of arguments: [Typed], _ trees: [SyntaxTree]
    ) throws(PeriluneError) -> ValueType? {
        guard let then = arguments[1].type, let other = arguments[2].type else {
            return arguments[1].type ?? arguments[2].type
        }
        guard then == other else {
            throw source.error(
                "both results of if must have the same type, got \(then.article) and \(other.article)",
                at: trees[2].offset, hint: "convert to a string with String(…)")
        }
        return then
    }

    /// What does not matter any more is not evaluated, so that a first condition can guard the next.
    private func shortCircuit(_ function: Function, _ conditions: [Code]) -> Code {
        let last = Code.truth(conditions[conditions.count - 1])
        return conditions.dropLast().reversed().reduce(last) { rest, condition in
            function == .and
                ? .choose(condition, rest, .constant(.numbers(.one(0))), .number)
                : .choose(condition, .constant(.numbers(.one(1))), rest, .number)
        }
    }

    private func checkConstant(
        _ tree: SyntaxTree, of function: Function
    ) throws(PeriluneError) {
        if function == .round {
            guard case .number(let decimals) = tree.kind, (0...15).contains(decimals),
                decimals == decimals.rounded()
            else {
                throw source.error(
                    "Round requires a constant number of decimals, 0 to 15", at: tree.offset)
            }
        } else if let column = Self.column(in: tree) {
            throw source.error(
                "\(function.rawValue) requires a constant, got the column \(column)",
                at: tree.offset)
        }
    }

    private static func column(in tree: SyntaxTree) -> String? {
        switch tree.kind {
        case .number, .text: nil
        case .name(let name): Expression.isVariable(name) ? nil : name
        case .chain(let first, let links):
            ([first] + links.map(\.operand)).lazy.compactMap(column).first
        case .call(_, let arguments): arguments.lazy.compactMap(column).first
        }
    }

    private mutating func pattern(_ tree: SyntaxTree) -> TextPattern? {
        guard case .text(let text) = tree.kind else { return nil }
        guard let pattern = TextPattern(text) else {
            warnings.append(source.warning("'\(text)' is not a valid pattern", at: tree.offset))
            return .nothing
        }
        return pattern
    }

    /// `date(2010,9,1)`, `date(2010,9,1,13,45,10)`.
    private func constantDate(
        _ trees: [SyntaxTree], at offset: Int
    ) throws(PeriluneError) -> Typed {
        var parts: [Int] = []
        for tree in trees {
            guard case .number(let value) = tree.kind, let part = Int(exactly: value) else {
                throw source.error(
                    "the parts of a date must be constant integers", at: tree.offset)
            }
            parts.append(part)
        }
        parts += Array(repeating: 0, count: 6 - parts.count)
        guard let date = DateFunctions.date(parts) else {
            throw source.error(
                "this date does not exist", at: offset, hint: "write year, month, day in this order"
            )
        }
        return Typed(code: .constant(.dates(.one(date))), type: .date)
    }
}
