internal import PeriluneCore

/// Writes a test report as text for a terminal.
package struct TextReport {
    /// Emphasises a text.
    package var bold: @Sendable (String) -> String

    package init(bold: @escaping @Sendable (String) -> String = { $0 }) { self.bold = bold }

    /// The results of a file: one line if it passed, else its failures.
    package func text(_ file: FileResult) -> String {
        if let error = file.error { return "\(error)\n" + traceback(error.traceback) }
        var text = ""
        for test in file.cases where test.isFailed {
            text += "\(bold("FAILED")) \(test.name)\n"
            for failure in test.failures { text += self.text(failure) }
        }
        for test in file.cases {
            if let reason = test.skipped { text += "skipped \(test.name): \(reason)\n" }
        }
        for path in file.snapshots { text += "wrote \(path)\n" }
        let failed = file.cases.count { $0.isFailed }
        let passed = file.cases.count { !$0.isFailed && $0.skipped == nil }
        text += "\(file.path): \(passed) passed"
        if failed > 0 { text += ", \(failed) failed" }
        return text + "\n"
    }

    private func text(_ failure: Failure) -> String {
        var text = "  \(failure.place): \(failure.title)\n"
        if let source = failure.place.sourceLine {
            text += "    \(source)\n"
            if let caret = failure.place.caret { text += "    \(caret)\n" }
        }
        if let expected = failure.expected { text += "    expected  \(expected)\n" }
        if let found = failure.found { text += "    found     \(found)\n" }
        if let hint = failure.hint { text += "    hint: \(hint)\n" }
        return text + traceback(failure.traceback)
    }

    private func traceback(_ calls: [String]) -> String {
        calls.count > 1 ? calls.map { "      \($0)\n" }.joined() : ""
    }

    /// The totals of all files in one line.
    package func summary(_ report: TestReport) -> String {
        var parts = ["\(report.passed) passed"]
        if report.failed > 0 { parts.append(bold("\(report.failed) failed")) }
        if report.skipped > 0 { parts.append("\(report.skipped) skipped") }
        if report.broken > 0 {
            let verb = report.broken == 1 ? "is" : "are"
            parts.append(bold("\(Counted(report.broken, "file")) \(verb) invalid"))
        }
        let files = Counted(report.files.count, "file")
        let milliseconds = (report.microseconds + 500) / 1000
        return "\(Counted(report.cases.count, "case")) in \(files): "
            + "\(parts.joined(separator: ", ")) (\(milliseconds) ms)\n"
    }
}
