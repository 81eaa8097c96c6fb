/// Finds the column for an error of Lua, which reports lines only.
package struct ColumnFinder: Sendable {
    private let script: LexedScript
    private let syntaxError: Diagnostic?

    /// The lines of the script, to show the one with the error.
    package var lines: LineTable { script.lines }

    /// Reads a script, which Lua may have refused.
    package init(_ bytes: [UInt8]) {
        script = LexedScript(LineTable(bytes))
        do {
            _ = try Resolution(SyntaxTree(parsing: script))
            syntaxError = nil
        } catch {
            syntaxError = error
        }
    }

    /// The column, from 1, that a message of Lua refers to; `nil` if it cannot be determined.
    ///
    /// Of several candidates the first is returned, because Lua runs a line from left to right.
    package func column(line: Int, message: String) -> Int? {
        let parsed = LuaErrorMessage(message)
        // A script that Lua refused has one error, and our parser knows where.
        if let syntaxError, parsed.action == nil, syntaxError.line == line {
            return syntaxError.column
        }
        let tokens = TokenLine(script, line)
        guard let subject = parsed.subject else {
            return parsed.action.flatMap { tokens.onlyOperator(for: $0) }
        }
        let places = tokens.places(of: subject)
        let fitting = parsed.action.map { action in
            places.filter { tokens.isUsed($0, for: action) }
        }
        return (fitting?.first ?? places.first).map { tokens.column(of: $0) }
    }
}
