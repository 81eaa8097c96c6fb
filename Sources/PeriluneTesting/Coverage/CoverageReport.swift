internal import LuaSyntax
package import PeriluneLua

/// The coverage of scripts by tests.
package struct CoverageReport: Sendable {
    /// The coverage of a file.
    package struct File: Sendable {
        /// The path as the user named it.
        package let path: String
        /// The lines of the file.
        package let source: [String]
        /// The executable lines in order, with the number of times each was run.
        package let lines: [(number: Int, count: UInt64)]
        /// The conditions in order, with their results.
        package let conditions: [Condition]
        /// The functions with the number of calls.
        package let functions: [(name: String, line: Int, count: UInt64)]
    }

    /// A condition, its position, and how often it was true and false.
    package struct Condition: Sendable {
        package let line: Int
        package let column: Int
        /// The source text of the condition.
        package let text: String
        package let trueCount: UInt64
        package let falseCount: UInt64

        /// Describes the missing results; `nil` if the condition was both true and false.
        package var gap: String? {
            switch (trueCount > 0, falseCount > 0) {
            case (true, true): nil
            case (true, false): "was never false"
            case (false, true): "was never true"
            case (false, false): "was never evaluated"
            }
        }
    }

    /// The files, sorted by path.
    package let files: [File]

    /// Creates a report from the counts of a recorder.
    package init(_ recorder: CoverageRecorder) { files = recorder.files.map(File.init) }

    /// The line coverage of all files together.
    package var total: Ratio { files.reduce(Ratio()) { $0 + $1.lineRatio } }
    /// The condition coverage of all files together.
    package var decisions: Ratio { files.reduce(Ratio()) { $0 + $1.decisionRatio } }
}

/// A covered number and its total, for lines or for results of conditions.
package struct Ratio: Hashable, Sendable {
    package var covered = 0
    package var all = 0

    static func + (one: Ratio, other: Ratio) -> Ratio {
        Ratio(covered: one.covered + other.covered, all: one.all + other.all)
    }

    /// The percentage, truncated: `93.8 %`.
    ///
    /// So `100 %` appears only if everything is covered, or if there is nothing to cover.
    package var text: String {
        let tenths = all == 0 ? 1000 : covered * 1000 / all
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}

extension CoverageReport.File {
    /// The lines that were run, and all executable lines.
    package var lineRatio: Ratio {
        Ratio(covered: lines.count { $0.count > 0 }, all: lines.count)
    }

    /// The results that conditions had, and all possible ones: two per condition.
    package var decisionRatio: Ratio {
        let ways = conditions.reduce(0) {
            $0 + ($1.trueCount > 0 ? 1 : 0) + ($1.falseCount > 0 ? 1 : 0)
        }
        return Ratio(covered: ways, all: 2 * conditions.count)
    }

    fileprivate init(_ file: CoverageRecorder.File) {
        path = file.path
        let table = LineTable(file.source)
        let text = (1...table.count).map { table.text(ofLine: $0) ?? "" }
        // The empty string after the last line end is not a line.
        source = text.last == "" ? text.dropLast() : text
        var counts: [Int: UInt64] = [:]
        for step in file.points.steps {
            counts[step.line] = max(counts[step.line] ?? 0, file.count(step.counter))
        }
        let stepLines = Set(counts.keys)
        conditions = file.points.conditions.map { condition in
            let trueCount = file.count(condition.counter)
            let falseCount = file.count(condition.counter + 1)
            // An `elseif` has no statement that counts its line.
            if !stepLines.contains(condition.line) {
                counts[condition.line] = max(counts[condition.line] ?? 0, trueCount + falseCount)
            }
            return CoverageReport.Condition(
                line: condition.line, column: condition.column,
                text: String(decoding: file.source[condition.range], as: UTF8.self),
                trueCount: trueCount,
                falseCount: falseCount)
        }
        lines = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        functions = file.points.functions.map { ($0.name, $0.line, file.count($0.counter)) }
    }
}
