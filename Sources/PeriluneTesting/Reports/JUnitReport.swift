package import PeriluneCore
internal import PeriluneXML

/// Writes a test report as JUnit XML, which every CI server reads.
///
/// There is no standard; these are the elements and attributes of Ant's task, which servers agree on.
package enum JUnitReport {
    /// The document.
    package static func bytes(_ report: TestReport) throws(PeriluneError) -> [UInt8] {
        var writer = XMLWriter(indented: true)
        writer.declaration()
        writer.begin("testsuites")
        writer.attribute("tests", "\(report.cases.count + report.broken)")
        writer.attribute("failures", "\(report.failed)")
        writer.attribute("errors", "\(report.broken)")
        writer.attribute("time", seconds(report.microseconds))
        for file in report.files { write(file, to: &writer) }
        writer.end()
        return try writer.finish() + [UInt8(ascii: "\n")]
    }

    private static func write(_ file: FileResult, to writer: inout XMLWriter) {
        writer.begin("testsuite")
        writer.attribute("name", file.path.withoutControls)
        writer.attribute("tests", "\(file.cases.count + (file.error == nil ? 0 : 1))")
        writer.attribute("failures", "\(file.cases.count { $0.isFailed })")
        writer.attribute("errors", file.error == nil ? "0" : "1")
        writer.attribute("skipped", "\(file.cases.count { $0.skipped != nil })")
        writer.attribute("time", seconds(file.microseconds))
        if let error = file.error {
            begin("the file", in: file, line: error.place.line, 0, &writer)
            write("error", error.message, error.description, to: &writer)
            writer.end()
        }
        for test in file.cases {
            begin(test.name, in: file, line: test.place.line, test.microseconds, &writer)
            for failure in test.failures {
                write("failure", failure.title, failure.text, to: &writer)
            }
            if let reason = test.skipped {
                writer.begin("skipped")
                writer.attribute("message", reason.withoutControls)
                writer.end()
            }
            writer.end()
        }
        writer.end()
    }

    private static func begin(
        _ name: String, in file: FileResult, line: Int?, _ microseconds: Int,
        _ writer: inout XMLWriter
    ) {
        writer.begin("testcase")
        writer.attribute("name", name.withoutControls)
        writer.attribute("classname", file.path.withoutControls)
        writer.attribute("file", file.path.withoutControls)
        if let line { writer.attribute("line", "\(line)") }
        writer.attribute("time", seconds(microseconds))
    }

    private static func write(
        _ element: String, _ message: String, _ text: String, to writer: inout XMLWriter
    ) {
        writer.begin(element)
        writer.attribute("message", message.withoutControls)
        writer.text(text.withoutControls)
        writer.end()
    }

    private static func seconds(_ microseconds: Int) -> String {
        let digits = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))"
            + digits
    }
}

extension Failure {
    /// The failure in several lines, for reports with a single text field.
    package var text: String {
        var lines = ["\(place): \(title)"]
        if let expected { lines.append("expected  \(expected)") }
        if let found { lines.append("found     \(found)") }
        if let hint { lines.append("hint: \(hint)") }
        return (lines + traceback).joined(separator: "\n")
    }
}

extension String {
    /// The text without characters that XML cannot represent; events and files in a report may contain any bytes.
    var withoutControls: String {
        var text = ""
        for scalar in unicodeScalars {
            let isHeld =
                scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                || [0x09, 0x0A, 0x0D].contains(scalar.value)
            text.unicodeScalars.append(isHeld ? scalar : "\u{FFFD}")
        }
        return text
    }
}
