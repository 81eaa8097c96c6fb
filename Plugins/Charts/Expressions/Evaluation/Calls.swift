/// Functions over columns.
///
/// If an argument is null, so is the result. An argument for which a function has no value is an issue.
extension Evaluator {
    mutating func call(_ call: Code.Call, _ arguments: [Operand], _ rows: Rows) -> Operand {
        if let body = NumberFunctions.unary(call.function) {
            return .numbers(unary(call, arguments[0].asNumbers, rows, body))
        }
        if let body = DateFunctions.part(call.function) {
            return .numbers(arguments[0].asDates.map { $0.map(body) ?? .nan })
        }
        if let body = TextFunctions.unary(call.function) {
            return .texts(arguments[0].asTexts.map { $0.map(body) })
        }
        switch call.function {
        case .mod, .round: return .numbers(binary(call, arguments, rows))
        case .int: return int(call, arguments[0], rows)
        case .string: return .texts(arguments[0].written)
        case .len:
            return .numbers(arguments[0].asTexts.map { $0.map { Double($0.count) } ?? .nan })
        case .match: return match(call, arguments, rows)
        case .pos:
            let (texts, sought) = (arguments[0].asTexts, arguments[1].asTexts)
            let starts = arguments.count > 2 ? arguments[2].asNumbers : .one(1)
            let found = each(call, arguments, rows) { row in
                TextFunctions.position(
                    of: sought[row] ?? "", in: texts[row] ?? "", from: starts[row])
            }
            return .numbers(found.map { $0 ?? .nan })
        case .date, .relativeDate, .relativeTime:
            return .dates(shifted(call, arguments, rows))
        default: return .texts(cut(call, arguments, rows))
        }
    }

    private mutating func unary(
        _ call: Code.Call, _ values: Vector<Double>, _ rows: Rows, _ body: (Double) -> Double
    ) -> Vector<Double> {
        finite(values.map(body), values, values, rows, call.offset) { value, _ in
            "\(call.function.rawValue)(\(ValueText.number(value))) has no value"
        }
    }

    private mutating func binary(
        _ call: Code.Call, _ arguments: [Operand], _ rows: Rows
    ) -> Vector<Double> {
        let (left, right) = (arguments[0].asNumbers, arguments[1].asNumbers)
        let result =
            call.function == .mod
            ? left.combined(with: right, NumberFunctions.mod)
            : left.combined(with: right) { NumberFunctions.round($0, decimals: Int($1)) }
        return finite(result, left, right, rows, call.offset) { left, right in
            let (one, two) = (ValueText.number(left), ValueText.number(right))
            return "\(call.function.rawValue)(\(one), \(two)) has no value"
        }
    }

    private mutating func int(
        _ call: Code.Call, _ argument: Operand, _ rows: Rows
    ) -> Operand {
        guard case .texts(let texts) = argument else {
            return .numbers(argument.asNumbers.map { $0.rounded(.towardZero) })
        }
        let numbers = each(call, [argument], rows) { row -> Double? in
            let number = ValueText.number(in: texts[row] ?? "")
            return number.isFinite ? number.rounded(.towardZero) : nil
        }
        return .numbers(numbers.map { $0 ?? .nan })
    }

    private mutating func match(
        _ call: Code.Call, _ arguments: [Operand], _ rows: Rows
    ) -> Operand {
        let (texts, patterns) = (arguments[0].asTexts, arguments[1].asTexts)
        if let pattern = call.pattern {
            return .numbers(texts.map { $0.map { pattern.isFound(in: $0) ? 1 : 0 } ?? .nan })
        }
        var compiled: [String: TextPattern] = [:]
        var invalid: (row: Int, pattern: String)?
        let found = each(call, arguments, rows) { row -> Double? in
            guard let text = texts[row], let pattern = patterns[row] else { return nil }
            let known = compiled[pattern] ?? TextPattern(pattern) ?? .nothing
            if known.isNothing, invalid == nil { invalid = (row, pattern) }
            compiled[pattern] = known
            return known.isFound(in: text) ? 1 : 0
        }
        if let invalid {
            warn(
                "'\(invalid.pattern)' is not a valid pattern", at: invalid.row, rows,
                offset: call.offset)
        }
        return .numbers(found.map { $0 ?? .nan })
    }

    private mutating func shifted(
        _ call: Code.Call, _ arguments: [Operand], _ rows: Rows
    ) -> Vector<Int64?> {
        let dates = arguments[0].asDates
        guard call.function != .date else { return dates.map { $0.map(DateFunctions.midnight) } }
        let amounts = arguments[1].asNumbers
        let unit = call.function == .relativeDate ? DateFunctions.day : DateFunctions.second
        return each(call, arguments, rows) { row in
            DateFunctions.moved(dates[row] ?? 0, by: amounts[row], unit: unit)
        }
    }

    private mutating func cut(
        _ call: Code.Call, _ arguments: [Operand], _ rows: Rows
    ) -> Vector<String?> {
        let texts = arguments[0].asTexts
        let first = arguments[1].asNumbers
        let second = arguments.count > 2 ? arguments[2].asNumbers : .one(.infinity)
        let new = arguments.count > 3 ? arguments[3].asTexts : .one(nil)
        return each(call, arguments, rows) { row in
            let text = texts[row] ?? ""
            return switch call.function {
            case .left: TextFunctions.left(text, first[row])
            case .right: TextFunctions.right(text, first[row])
            case .mid: TextFunctions.middle(text, from: first[row], length: second[row])
            default:
                TextFunctions.replaced(
                    text, from: first[row], length: second[row], by: new[row] ?? "")
            }
        }
    }

    /// The results row by row, where no argument is null.
    private mutating func each<Result>(
        _ call: Code.Call, _ arguments: [Operand], _ rows: Rows, _ body: (Int) -> Result?
    ) -> Vector<Result?> {
        func result(_ row: Int) -> Result? {
            if arguments.contains(where: { $0.isNull(at: row) }) { return nil }
            if let result = body(row) { return result }
            fail(at: row, rows, offset: call.offset) {
                let written = arguments.map { ($0.written[row] ?? "").prefix(40) }
                return "\(call.function.rawValue)(\(written.joined(separator: ", "))) has no value"
            }
            return nil
        }
        guard !arguments.allSatisfy(\.isOne) else { return .one(result(0)) }
        return .many((0..<rows.count).map(result))
    }
}
