package import PeriluneCore

/// A failure at one place of a case.
package struct Failure: Hashable, Sendable {
    /// The place in the test file or in the script.
    package var place: PeriluneError.Place
    /// One line: a path such as `records[1].outcome`, or a message.
    package var title: String
    /// The expected value.
    package var expected: String?
    /// The actual value.
    package var found: String?
    /// How to fix it.
    package var hint: String?
    /// The Lua traceback, one call per element.
    package var traceback: [String] = []

    package init(
        at place: PeriluneError.Place, _ title: String, expected: String? = nil,
        found: String? = nil
    ) {
        self.place = place
        self.title = title
        self.expected = expected.map { Redaction.redact(quoted: $0) }
        self.found = found.map { Redaction.redact(quoted: $0) }
    }

    /// Creates a failure from an error, at the error's place or, if it has no line, at the case's.
    ///
    /// A file without a line, such as one that is missing, is named in the title.
    init(_ error: PeriluneError, at place: PeriluneError.Place) {
        let file =
            error.place.line == nil && error.place.file != place.file ? error.place.file : nil
        self.init(
            at: error.place.line == nil ? place : error.place,
            [file, error.message].compactMap(\.self).joined(separator: ": "))
        hint = error.hint
        traceback = error.traceback
    }

    init(_ difference: Difference, at place: PeriluneError.Place) {
        let path = difference.place
        let title = [path, difference.message ?? ""].filter { !$0.isEmpty }
        self.init(
            at: place, title.isEmpty ? "the values differ" : title.joined(separator: ": "),
            // Show a missing value as "nothing" only if the other side has a value.
            expected: difference.expected ?? (difference.message == nil ? "nothing" : nil),
            found: difference.found ?? (difference.message == nil ? "nothing" : nil))
    }
}

/// The result of one case.
package struct CaseResult: Hashable, Sendable {
    package var name: String
    /// The position of the case.
    package var place = PeriluneError.Place()
    package var failures: [Failure] = []
    /// The reason for which the case was skipped; `nil` if it was run.
    package var skipped: String?
    /// Wall-clock time of the case, with its checks.
    package var microseconds = 0

    /// Whether there is any failure; a skipped case has not failed.
    package var isFailed: Bool { !failures.isEmpty }
}

/// The results of the cases of one file, in the order of the file.
package struct FileResult: Hashable, Sendable {
    /// The path of the test file.
    package var path: String
    package var cases: [CaseResult] = []
    /// The error that kept the file from being read.
    package var error: PeriluneError?
    /// The snapshots that were written.
    package var snapshots: [String] = []
    /// Wall-clock time; several files are tested at the same time.
    package var microseconds = 0

    /// Whether the file was read and no case failed.
    package var isSuccess: Bool { error == nil && !cases.contains(where: \.isFailed) }
}

/// The results of a run by file.
package struct TestReport: Hashable, Sendable {
    package var files: [FileResult] = []
    /// Wall-clock time of the run; not the sum of the files, which run concurrently.
    package var microseconds = 0

    package init() {}

    /// The results of all files.
    package var cases: [CaseResult] { files.flatMap(\.cases) }
    package var failed: Int { cases.count { $0.isFailed } }
    package var skipped: Int { cases.count { $0.skipped != nil } }
    /// The number of cases that passed.
    package var passed: Int { cases.count - failed - skipped }
    /// The number of files that could not be read or are invalid.
    package var broken: Int { files.count { $0.error != nil } }
    /// Whether no case failed and all files were read.
    package var isSuccess: Bool { failed == 0 && broken == 0 }
}
