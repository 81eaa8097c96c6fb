internal import LuaSyntax
package import PeriluneLua

/// What tests have run of scripts.
package struct CoverageReport: Sendable {
    /// A file, and what of it was run.
    package struct File: Sendable {
        /// The path as the user named it.
        package let path: String
        /// The text, by lines.
        package let source: [String]
        /// Lines that can be run, in order, and how often they were.
        package let lines: [(number: Int, count: UInt64)]
        /// Conditions, in order, and how often they were true and false.
        package let conditions: [Condition]
        /// Functions and how often they were called.
        package let functions: [(name: String, line: Int, count: UInt64)]
    }

    /// A condition, with its place in the file and how often it was true and false.
    package struct Condition: Sendable {
        package let line: Int
        package let column: Int
        /// As it is written.
        package let text: String
        package let trueCount: UInt64
        package let falseCount: UInt64

        /// What is missing, in words; `nil` where it was both.
        package var gap: String? {
            switch (trueCount > 0, falseCount > 0) {
            case (true, true): nil
            case (true, false): "was never false"
            case (false, true): "was never true"
            case (false, false): "was never evaluated"
            }
        }
    }

    /// The files, by their paths.
    package let files: [File]

    /// What a recorder has gathered.
    package init(_ recorder: CoverageRecorder) { files = recorder.files.map(File.init) }

    /// Of all files together.
    package var total: Ratio { files.reduce(Ratio()) { $0 + $1.lineRatio } }
    /// Of all files together.
    package var decisions: Ratio { files.reduce(Ratio()) { $0 + $1.decisionRatio } }
}

/// So many of so many: covered lines or outcomes of all.
package struct Ratio: Hashable, Sendable {
    package var covered = 0
    package var all = 0

    static func + (one: Ratio, other: Ratio) -> Ratio {
        Ratio(covered: one.covered + other.covered, all: one.all + other.all)
    }

    /// `93.8 %`, cut and not rounded: 100 is said of what is complete alone, and of nothing.
    package var text: String {
        let tenths = all == 0 ? 1000 : covered * 1000 / all
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}

extension CoverageReport.File {
    /// Lines that were run.
    package var lineRatio: Ratio {
        Ratio(covered: lines.count { $0.count > 0 }, all: lines.count)
    }

    /// Ways that conditions went: each can be true and false.
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
        // What stands behind the last line end is no line to a person.
        source = text.last == "" ? text.dropLast() : text
        var counts: [Int: UInt64] = [:]
        for step in file.points.steps {
            counts[step.line] = max(counts[step.line] ?? 0, file.count(step.counter))
        }
        let stepLines = Set(counts.keys)
        conditions = file.points.conditions.map { condition in
            let trueCount = file.count(condition.counter)
            let falseCount = file.count(condition.counter + 1)
            // The line of an `elseif` has no statement of its own.
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
