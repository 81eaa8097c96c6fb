package import PeriluneCore

/// An issue of an expression that did not stop its evaluation.
package struct ExpressionIssue: Sendable, Hashable {
    /// An error makes values null, a warning does not.
    package var severity: Severity
    /// One sentence without a full stop.
    package var message: String
    /// The first row where it happened, from 1; `nil` if it is not about data.
    package var row: Int?
    /// In bytes of the expression, from 1.
    package var column: Int

    /// Whether a value is missing because of the issue.
    package enum Severity: String, Sendable, Hashable {
        case warning, error
    }
}

/// The text of an expression, and errors that point into it.
struct ExpressionSource: Sendable, Hashable {
    var text: String

    func error(_ message: String, at offset: Int, hint: String? = nil) -> PeriluneError {
        PeriluneError(
            .expression, message,
            at: PeriluneError.Place(line: 1, column: offset + 1, sourceLine: oneLine), hint: hint)
    }

    func warning(_ message: String, at offset: Int) -> ExpressionIssue {
        ExpressionIssue(severity: .warning, message: message, column: offset + 1)
    }

    /// Metadata breaks long expressions anywhere; a caret needs them on one line, byte for byte.
    private var oneLine: String {
        String(
            decoding: text.utf8.map {
                $0 == Ascii.newline || $0 == Ascii.carriageReturn ? Ascii.space : $0
            }, as: UTF8.self)
    }
}

extension PeriluneError.Code {
    /// An expression is invalid or does not fit its data.
    package static let expression: Self = "chart.expression"
    /// An expression uses a column that its table does not have.
    package static let missingColumn: Self = "chart.data.column"
    /// An expression with an undeclared variable.
    package static let missingVariable: Self = "chart.expression.variable"
}
