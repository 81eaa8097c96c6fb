import Arguments
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import PeriluneTesting

/// The coverage report of `perilune test`.
enum TestCoverage {
    static let options: [Option] = [
        .toggle("coverage", "Show the lines and the outcomes of conditions that no test has run."),
        .value(
            "coverage-lcov", "FILE", accepts: .file, default: "none",
            "Write the coverage as an lcov tracefile."),
        .value(
            "coverage-html", "FILE", accepts: .file, default: "none",
            "Write the coverage as an HTML page."),
        .value(
            "coverage-minimum", "PERCENT", accepts: .integer(0...100), default: "none",
            "Fail if line coverage is lower."),
        .value(
            "decision-minimum", "PERCENT", accepts: .integer(0...100), default: "none",
            "Fail if decision coverage is lower."),
    ]

    /// Creates the recorder of coverage; `nil` if coverage was not requested.
    static func recorder(_ values: Values) -> CoverageRecorder? {
        let isWanted =
            values.flag("coverage")
            || options.dropFirst().contains { values.string($0.name) != nil }
        guard isWanted else { return nil }
        // The coverage of test files is not measured.
        return CoverageRecorder { !$0.hasSuffix(TestFile.suffix) && !$0.hasSuffix("=test") }
    }

    /// Adds the scripts in folders that no test has loaded, without coverage.
    static func addUnloaded(_ recorder: CoverageRecorder, _ folders: [String]) {
        for folder in folders where FolderTree.isFolder(folder) {
            for path in (try? FolderTree.luaFiles(below: folder)) ?? []
            where ScriptFiles.isScript(FilePath.name(of: path)) {
                guard let source = try? TextFile.read(path, limit: 1 << 20, what: "script"),
                    !source.starts(with: Array("---@meta".utf8))
                else { continue }
                _ = recorder.counting(source, path: path)
            }
        }
    }

    /// Prints and writes the coverage; returns whether it is sufficient.
    static func report(
        _ recorder: CoverageRecorder, _ values: Values, _ terminal: Terminal, isQuiet: Bool
    ) throws(PeriluneError) -> Bool {
        let report = CoverageReport(recorder)
        let text = CoverageText.text(report).withoutControls
        // With machine-readable output, the text goes to standard error.
        if isQuiet { terminal.info(text) } else { try terminal.write(text) }
        if let path = values.string("coverage-lcov") {
            try OutputFile.write(Array(LCOVReport.text(report).utf8), to: path)
        }
        if let path = values.string("coverage-html") {
            try OutputFile.write(try CoveragePage.bytes(report), to: path)
        }
        let lines = isEnough(report.total, "lines", values.integer("coverage-minimum"), terminal)
        let decisions = isEnough(
            report.decisions, "decisions", values.integer("decision-minimum"), terminal)
        return lines && decisions
    }

    private static func isEnough(
        _ ratio: Ratio, _ what: String, _ minimum: Int?, _ terminal: Terminal
    ) -> Bool {
        guard let minimum, ratio.covered * 100 < minimum * ratio.all else { return true }
        terminal.info(
            "perilune: the tests cover \(ratio.text) of the \(what); the minimum is \(minimum) %\n")
        return false
    }
}
