/// Writes a coverage report as an lcov tracefile, which editors and CI servers read.
///
/// See geninfo(1): `DA` are lines, `BRDA` branches (here results of conditions), `FN` functions.
package enum LCOVReport {
    /// The tracefile.
    package static func text(_ report: CoverageReport) -> String {
        report.files.map(text).joined()
    }

    private static func text(_ file: CoverageReport.File) -> String {
        var lines = ["TN:", "SF:\(file.path)"]
        // lcov needs unique names: the line distinguishes functions with the same name.
        let names = file.functions.map { "\($0.name):\($0.line)" }
        for (function, name) in zip(file.functions, names) {
            lines.append("FN:\(function.line),\(name)")
        }
        for (function, name) in zip(file.functions, names) {
            lines.append("FNDA:\(function.count),\(name)")
        }
        lines.append("FNF:\(file.functions.count)")
        lines.append("FNH:\(file.functions.count { $0.count > 0 })")
        for (block, condition) in file.conditions.enumerated() {
            let wasAsked = condition.trueCount + condition.falseCount > 0
            for (branch, count) in [condition.trueCount, condition.falseCount].enumerated() {
                let taken = wasAsked ? String(count) : "-"
                lines.append("BRDA:\(condition.line),\(block),\(branch),\(taken)")
            }
        }
        lines.append("BRF:\(file.decisionRatio.all)")
        lines.append("BRH:\(file.decisionRatio.covered)")
        for line in file.lines { lines.append("DA:\(line.number),\(line.count)") }
        lines.append("LF:\(file.lineRatio.all)")
        lines.append("LH:\(file.lineRatio.covered)")
        lines.append("end_of_record\n")
        return lines.joined(separator: "\n")
    }
}
