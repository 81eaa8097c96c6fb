/// Runs code over rows, column by column.
///
/// A condition parts the rows, and each branch sees only its own: what is not taken is not computed.
struct Evaluator {
    let slots: [Operand]
    private var failure: ExpressionIssue?
    private var warnings: [ExpressionIssue] = []

    init(slots: [Operand]) { self.slots = slots }

    var issues: [ExpressionIssue] { warnings + (failure.map { [$0] } ?? []) }

    mutating func evaluate(_ code: Code, _ rows: Rows) -> Operand {
        switch code {
        case .constant(let value): return value
        case .slot(let index): return slots[index].gathered(rows)
        case .chain(let first, let steps):
            var result = evaluate(first, rows)
            for step in steps {
                let operand = evaluate(step.operand, rows)
                result = apply(step, result, operand, rows)
            }
            return result
        case .choose(let condition, let then, let other, let type):
            return choose(evaluate(condition, rows).asNumbers, then, other, type, rows)
        case .truth(let code):
            return .numbers(
                evaluate(code, rows).asNumbers.map { $0.isNaN || $0 == 0 ? 0 : 1 })
        case .call(let call):
            var arguments: [Operand] = []
            for argument in call.arguments { arguments.append(evaluate(argument, rows)) }
            return self.call(call, arguments, rows)
        }
    }

    private mutating func choose(
        _ condition: Vector<Double>, _ then: Code, _ other: Code, _ type: ValueType?, _ rows: Rows
    ) -> Operand {
        guard case .many(let values) = condition else {
            let isTrue = !condition[0].isNaN && condition[0] != 0
            return evaluate(isTrue ? then : other, rows)
        }
        var trues: [Int] = []
        var falses: [Int] = []
        for (position, value) in values.enumerated() {
            if value.isNaN || value == 0 { falses.append(position) } else { trues.append(position) }
        }
        if falses.isEmpty { return evaluate(then, rows) }
        if trues.isEmpty { return evaluate(other, rows) }
        let first = evaluate(then, Rows(trues, of: rows))
        let second = evaluate(other, Rows(falses, of: rows))
        let count = rows.count
        return switch type {
        case .number, nil:
            .numbers(
                .merged(
                    count: count, first.asNumbers, at: trues, second.asNumbers, at: falses,
                    filling: .nan))
        case .text:
            .texts(
                .merged(
                    count: count, first.asTexts, at: trues, second.asTexts, at: falses,
                    filling: nil))
        case .date:
            .dates(
                .merged(
                    count: count, first.asDates, at: trues, second.asDates, at: falses,
                    filling: nil))
        }
    }

    /// Remembers what could not be computed, if no earlier row has failed.
    mutating func fail(
        at position: Int, _ rows: Rows, offset: Int, _ message: () -> String
    ) {
        let row = rows.row(position) + 1
        if let failure, (failure.row ?? 0, failure.column) <= (row, offset + 1) { return }
        failure = ExpressionIssue(
            severity: .error, message: message(), row: row, column: offset + 1)
    }

    /// Adds a warning, at most one for each place.
    mutating func warn(_ message: String, at position: Int, _ rows: Rows, offset: Int) {
        guard !warnings.contains(where: { $0.column == offset + 1 }) else { return }
        warnings.append(
            ExpressionIssue(
                severity: .warning, message: message, row: rows.row(position) + 1,
                column: offset + 1))
    }
}
