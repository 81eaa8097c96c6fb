package import PeriluneCore

/// What is wrong in one place of a case.
package struct Failure: Hashable, Sendable {
    /// Where it is written in the test file, or in the script.
    package var place: PeriluneError.Place
    /// One line: a path such as `records[1].outcome`, or what went wrong.
    package var title: String
    /// What should be there.
    package var expected: String?
    /// What is there.
    package var found: String?
    /// What to do about it.
    package var hint: String?
    /// The Lua traceback, a call a line.
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

    /// An error, at its own place or, where it has none, at the case's.
    init(_ error: PeriluneError, at place: PeriluneError.Place) {
        self.init(at: error.place.line == nil ? place : error.place, error.message)
        hint = error.hint
        traceback = error.traceback
    }

    init(_ difference: Difference, at place: PeriluneError.Place) {
        let path = difference.place
        let title = [path, difference.message ?? ""].filter { !$0.isEmpty }
        self.init(
            at: place, title.isEmpty ? "the values differ" : title.joined(separator: ": "),
            // Nothing is shown as nothing where only one side has a value.
            expected: difference.expected ?? (difference.message == nil ? "nothing" : nil),
            found: difference.found ?? (difference.message == nil ? "nothing" : nil))
    }
}

/// How one case went: its name in the test file, and what failed.
package struct CaseResult: Hashable, Sendable {
    package var name: String
    /// Where the case begins.
    package var place = PeriluneError.Place()
    package var failures: [Failure] = []
    /// Why it was not run.
    package var skipped: String?
    /// Wall-clock time of the case, with its checks.
    package var microseconds = 0

    /// Whether anything is wrong; a case that was skipped is not failed.
    package var isFailed: Bool { !failures.isEmpty }
}

/// How the cases of one file went, in the order of the file.
package struct FileResult: Hashable, Sendable {
    /// The path of the test file.
    package var path: String
    package var cases: [CaseResult] = []
    /// What kept the file from being read at all.
    package var error: PeriluneError?
    /// Snapshots that were written.
    package var snapshots: [String] = []
    /// Wall-clock time; several files are tested at the same time.
    package var microseconds = 0

    /// Whether the file could be read and no case failed.
    package var isSuccess: Bool { error == nil && !cases.contains(where: \.isFailed) }
}

/// How a run went, file by file.
package struct TestReport: Hashable, Sendable {
    package var files: [FileResult] = []
    /// Time from the start to the end of the run, not the sum of the files.
    package var microseconds = 0

    package init() {}

    /// The cases of all files.
    package var cases: [CaseResult] { files.flatMap(\.cases) }
    package var failed: Int { cases.count { $0.isFailed } }
    package var skipped: Int { cases.count { $0.skipped != nil } }
    /// Cases that were run without a failure.
    package var passed: Int { cases.count - failed - skipped }
    /// Files that are invalid, or could not be read.
    package var broken: Int { files.count { $0.error != nil } }
    /// Whether no case failed, and all files could be read.
    package var isSuccess: Bool { failed == 0 && broken == 0 }
}
