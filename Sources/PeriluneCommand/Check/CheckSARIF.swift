import LuaSyntax
import PeriluneCore
import PeriluneHTTP

/// Writes findings as SARIF 2.1.0, for code hosts and editors.
enum CheckSARIF {
    static func text(_ findings: [CheckFinding]) -> String {
        var writer = JSONWriter()
        let codes = Array(Set(findings.map(\.code))).sorted()
        writer.beginObject()
        writer.write("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        writer.write("version", "2.1.0")
        writer.name("runs")
        writer.beginArray()
        writer.beginObject()
        writer.name("tool")
        writer.beginObject()
        writer.name("driver")
        writer.beginObject()
        writer.write("name", "perilune")
        writer.write("version", version)
        writer.name("rules")
        writer.beginArray()
        for code in codes { writeRule(code, to: &writer) }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        writer.write("columnKind", "unicodeCodePoints")
        writer.name("results")
        writer.beginArray()
        for finding in findings {
            write(finding, codes.firstIndex(of: finding.code) ?? 0, to: &writer)
        }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.text
    }

    private static func writeRule(_ code: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write("id", code)
        if let summary = summaries[code] ?? AgainstLog.codes[code] {
            writer.name("shortDescription")
            writer.beginObject()
            writer.write("text", summary)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func write(
        _ finding: CheckFinding, _ rule: Int, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.write("ruleId", finding.code)
        writer.write("ruleIndex", .integer(Int64(rule)))
        writer.write("level", .string(finding.severity.rawValue))
        writer.name("message")
        writer.beginObject()
        writer.write("text", finding.message + (finding.hint.map { " (\($0))" } ?? ""))
        writer.endObject()
        writer.name("locations")
        writer.beginArray()
        let column = finding.column.map { finding.scalars(before: $0) + 1 }
        writeLocation(finding.file, finding.line, column, to: &writer)
        writer.endArray()
        if let other = finding.other {
            writer.name("relatedLocations")
            writer.beginArray()
            // Without a column, which would have to be counted in code points of the line.
            writeLocation(other.file, other.position.line, nil, to: &writer)
            writer.endArray()
        }
        if let example = finding.example {
            writer.name("properties")
            writer.beginObject()
            writer.write("example", example)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func writeLocation(
        _ file: String, _ line: Int?, _ column: Int?, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.name("physicalLocation")
        writer.beginObject()
        writer.name("artifactLocation")
        writer.beginObject()
        writer.write("uri", uri(file))
        writer.endObject()
        if let line {
            writer.name("region")
            writer.beginObject()
            writer.write("startLine", .integer(Int64(line)))
            if let column { writer.write("startColumn", .integer(Int64(column))) }
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }

    /// A path as a URI reference, relative to the base folder of the viewer.
    private static func uri(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.component(String($0)) }
        return (path.hasPrefix("/") ? "file://" : "") + parts.joined(separator: "/")
    }

    private static let summaries = [
        "syntax": "The file has a syntax error.",
        "unknown-field": "A delegate has an unknown field.",
        "no-delegate": "The file returns no delegate.",
        "no-on-timer": "A delegate that sets timers has no function for them.",
        "event-written": "The script assigns to a field of the event.",
        "returned-value": "A function of the delegate returns a value.",
        "late-require": "A function requires a module that the top of the file must require.",
        "unknown-module": "The module does not exist.",
        "unknown-function": "The function does not exist.",
        "unknown-method": "The method of the commander does not exist.",
        "unknown-output": "The output is not declared.",
        "unknown-member": "A published event has an unknown member.",
        "unknown-result-field": "A function of a module returns a table without this field.",
        "unknown-capture": "No link rule of the script captures a value of this name.",
        "invalid-regex": "The regular expression or grok pattern is invalid.",
        "call-style": "A call uses a dot instead of a colon, or a colon instead of a dot.",
        "undefined-global": "The global does not exist.",
        "leaked-global": "An assignment without 'local' creates a global.",
        "file-local-written": "The script changes a file-level local while it processes an event.",
        "unused-local": "A local variable is never read.",
        "shadowed-local": "A local variable shadows another one.",
        "unreachable-code": "The code is never reached.",
        "unreachable-delegate": "An earlier script takes every event that this script could get.",
        "unreachable-pattern": "An earlier script takes every event that matches this pattern.",
        "redundant-pattern":
            "Another pattern of the same list matches everything that this one does.",
        "overlapping-pattern":
            "Two scripts match the same events, and only their order decides which gets them.",
        "repeated-parameter":
            "Two scripts match the same links, but only links that repeat a parameter.",
        "impossible-condition": "No event meets the conditions of the script together.",
        "missing-grant": "The script sends HTTP requests without a grant.",
        "unused-grant": "No script uses a grant of the configuration.",
        "unmet-condition": "No event of the log meets the condition.",
    ]
}

extension CheckFinding {
    /// The number of code points before a byte column.
    fileprivate func scalars(before column: Int) -> Int {
        guard let sourceLine else { return column - 1 }
        return String(decoding: sourceLine.utf8.prefix(column - 1), as: UTF8.self).unicodeScalars
            .count
    }
}
