/// A syntax error while it propagates through the parser.
///
/// It is indirect because every frame of a recursive parser reserves space for the errors of its calls: with the
/// finding itself, nesting as deep as Lua allows took megabytes of stack.
indirect enum SyntaxFailure: Error {
    case found(Diagnostic)

    var diagnostic: Diagnostic {
        switch self {
        case .found(let diagnostic): diagnostic
        }
    }

    static func syntax(
        _ message: String, at position: Position, in lines: LineTable, hint: String? = nil
    ) -> SyntaxFailure {
        .found(
            Diagnostic(
                code: "syntax", severity: .error, position: position,
                sourceLine: lines.text(ofLine: position.line) ?? "", message: message, hint: hint))
    }
}
