import PeriluneCore

/// The issues found while a file is read.
final class IssueList {
    private(set) var issues: [LoginIssue] = []
    private let lines: [Substring]

    /// A file with an error in every line says enough with these.
    private static let most = 200

    init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    func add(
        _ severity: LoginIssue.Severity, _ code: PeriluneError.Code, _ message: String,
        line: Int, column: Int, hint: String? = nil
    ) {
        guard issues.count < Self.most else { return }
        let source = lines.indices.contains(line - 1) ? String(lines[line - 1].prefix(300)) : nil
        let place = PeriluneError.Place(
            line: line > 0 ? line : nil, column: column > 0 ? column : nil, sourceLine: source)
        issues.append(
            LoginIssue(severity, PeriluneError(code, message, at: place, hint: hint)))
    }

    /// In the order of the file.
    func finish() -> [LoginIssue] {
        issues.enumerated().sorted { one, other in
            let a = one.element.error.place, b = other.element.error.place
            return (a.line ?? 0, a.column ?? 0, one.offset)
                < (b.line ?? 0, b.column ?? 0, other.offset)
        }.map(\.element)
    }
}
