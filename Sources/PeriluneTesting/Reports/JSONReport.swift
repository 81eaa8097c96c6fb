package import PeriluneCore

/// Writes a test report as one JSON object.
package enum JSONReport {
    /// The report as a value.
    package static func value(_ report: TestReport) -> Value {
        .object(
            .init([
                ("passed", .integer(Int64(report.passed))),
                ("failed", .integer(Int64(report.failed))),
                ("skipped", .integer(Int64(report.skipped))),
                ("broken", .integer(Int64(report.broken))),
                ("microseconds", .integer(Int64(report.microseconds))),
                ("files", .array(report.files.map(value))),
            ]))
    }

    private static func value(_ file: FileResult) -> Value {
        var members: Value.Members = .init([("file", .string(file.path))])
        if let error = file.error {
            members["error"] = .object(
                .init([
                    ("code", .string(error.code.rawValue)), ("message", .string(error.message)),
                    ("place", .string(error.place.description)),
                ]))
        }
        members["cases"] = .array(file.cases.map(value))
        return .object(members)
    }

    private static func value(_ test: CaseResult) -> Value {
        var members: Value.Members = .init([
            ("name", .string(test.name)),
            ("result", test.isFailed ? "failed" : test.skipped == nil ? "passed" : "skipped"),
            ("microseconds", .integer(Int64(test.microseconds))),
        ])
        if let line = test.place.line { members["line"] = .integer(Int64(line)) }
        if let reason = test.skipped { members["reason"] = .string(reason) }
        if test.isFailed { members["failures"] = .array(test.failures.map(value)) }
        return .object(members)
    }

    private static func value(_ failure: Failure) -> Value {
        var members: Value.Members = .init([
            ("place", .string(failure.place.description)), ("message", .string(failure.title)),
        ])
        if let expected = failure.expected { members["expected"] = .string(expected) }
        if let found = failure.found { members["found"] = .string(found) }
        if let hint = failure.hint { members["hint"] = .string(hint) }
        return .object(members)
    }
}
