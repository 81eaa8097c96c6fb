import Glibc

extension Evaluator {
    mutating func apply(
        _ step: Code.Step, _ left: Operand, _ right: Operand, _ rows: Rows
    ) -> Operand {
        switch step.operation {
        case .concatenate:
            .texts(
                left.written.combined(with: right.written) { left, right in
                    if let left, let right { left + right } else { nil }
                })
        case .arithmetic(let operation):
            .numbers(
                arithmetic(operation, left.asNumbers, right.asNumbers, rows, step.offset))
        case .compare(let operation, let type): compare(operation, type, left, right)
        }
    }

    private mutating func arithmetic(
        _ operation: BinaryOperator, _ left: Vector<Double>, _ right: Vector<Double>, _ rows: Rows,
        _ offset: Int
    ) -> Vector<Double> {
        let result =
            switch operation {
            case .add: left.combined(with: right) { $0 + $1 }
            case .subtract: left.combined(with: right) { $0 - $1 }
            case .multiply: left.combined(with: right) { $0 * $1 }
            default: left.combined(with: right) { $0 / $1 }
            }
        return finite(result, left, right, rows, offset) { left, right in
            let (one, two) = (ValueText.number(left), ValueText.number(right))
            return operation == .divide && right == 0
                ? "division of \(one) by 0" : "\(one) \(operation.rawValue) \(two) is too large"
        }
    }

    /// Replaces results that are not finite by null, with an issue if no operand is null.
    mutating func finite(
        _ result: Vector<Double>, _ left: Vector<Double>, _ right: Vector<Double>, _ rows: Rows,
        _ offset: Int, _ message: (Double, Double) -> String
    ) -> Vector<Double> {
        switch result {
        case .one(let value):
            guard !value.isFinite else { return result }
            if !left[0].isNaN, !right[0].isNaN {
                fail(at: 0, rows, offset: offset) { message(left[0], right[0]) }
            }
            return .one(.nan)
        case .many(let values):
            guard let first = values.firstIndex(where: { !$0.isFinite }) else { return result }
            var values = values
            for row in first..<values.count where !values[row].isFinite {
                values[row] = .nan
                if !left[row].isNaN, !right[row].isNaN {
                    fail(at: row, rows, offset: offset) { message(left[row], right[row]) }
                }
            }
            return .many(values)
        }
    }

    /// The result as it leaves: a table may hold infinities, a picture may not.
    mutating func checked(_ result: Operand, _ rows: Rows) -> Operand {
        guard case .numbers(let values) = result else { return result }
        return .numbers(
            finite(values, values, values, rows, 0) { value, _ in "\(value) cannot be shown" })
    }

    private func compare(
        _ operation: BinaryOperator, _ type: ValueType, _ left: Operand, _ right: Operand
    ) -> Operand {
        switch type {
        case .number:
            let (left, right) = (left.asNumbers, right.asNumbers)
            @inline(__always)
            func with(_ holds: (Double, Double) -> Bool) -> Operand {
                .numbers(
                    left.combined(with: right) {
                        $0.isNaN || $1.isNaN ? .nan : holds($0, $1) ? 1 : 0
                    })
            }
            return switch operation {
            case .less: with { $0 < $1 }
            case .greater: with { $0 > $1 }
            case .lessOrEqual: with { $0 <= $1 }
            case .greaterOrEqual: with { $0 >= $1 }
            case .notEqual: with { $0 != $1 }
            default: with { $0 == $1 }
            }
        case .text: return compare(operation, left.asTexts, right.asTexts)
        case .date: return compare(operation, left.asDates, right.asDates)
        }
    }

    private func compare<Value: Comparable>(
        _ operation: BinaryOperator, _ left: Vector<Value?>, _ right: Vector<Value?>
    ) -> Operand {
        @inline(__always)
        func with(_ holds: (Value, Value) -> Bool) -> Operand {
            .numbers(
                left.combined(with: right) { left, right in
                    guard let left, let right else { return .nan }
                    return holds(left, right) ? 1 : 0
                })
        }
        return switch operation {
        case .less: with { $0 < $1 }
        case .greater: with { $0 > $1 }
        case .lessOrEqual: with { $0 <= $1 }
        case .greaterOrEqual: with { $0 >= $1 }
        case .notEqual: with { $0 != $1 }
        default: with { $0 == $1 }
        }
    }
}
