import Perilune
import PeriluneCore

/// Formats the facts about one delegate as lines that begin with a keyword.
struct FactText {
    private let trace: DelegateTrace
    private let isVerbose: Bool
    private let width: Int

    /// The number of calls to show, unless everything is requested.
    private static let shownCalls = 6
    private static let shownValue = 48

    init(_ trace: DelegateTrace, isVerbose: Bool, width: Int) {
        self.trace = trace
        self.isVerbose = isVerbose
        self.width = width
    }

    /// The fields that were read with their values: in one paragraph, or one per line.
    var reads: [String] {
        let reads = trace.reads.map(text)
        if isVerbose { return reads.map { "read    \($0)" } }
        let room = width - 4
        var lines: [String] = []
        var line = ""
        for (number, read) in reads.enumerated() {
            let isLast = number == reads.count - 1
            let next = (line.isEmpty ? "read    " : line + " ") + read + (isLast ? "" : ",")
            if next.count <= room || line.isEmpty {
                line = next
                continue
            }
            lines.append(line)
            if lines.count == 3 {
                lines.append("        and \(reads.count - number) more (--verbose)")
                return lines
            }
            line = "        " + read + (isLast ? "" : ",")
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    var calls: [String] {
        let shown = isVerbose ? trace.calls[...] : trace.calls.prefix(Self.shownCalls)
        var lines = shown.map { "called  \(text($0))" }
        if shown.count < trace.calls.count {
            lines.append("        and \(trace.calls.count - shown.count) more (--verbose)")
        }
        return lines
    }

    var emitted: [String] {
        trace.emitted.map { EmittedLine($0).shown }
    }

    /// The lines that ran: `ran     lines 3-5, 9 of rule.lua`.
    var ran: [String] {
        trace.files.map { file in
            let lines = file.counts.keys.sorted()
            return
                "ran     line\(lines.count == 1 ? "" : "s") \(Self.ranges(lines)) of \(file.file)"
        }
    }

    var cost: String {
        var parts: [String] = []
        if trace.instructions > 0 {
            parts.append("\(Counted(trace.instructions, "instruction"))")
            parts.append("\(Self.bytes(trace.allocated)) allocated")
        }
        parts.append("\(trace.microseconds) µs with tracing")
        return "used    \(parts.joined(separator: ", "))"
    }

    private func text(_ read: DelegateTrace.Read) -> String {
        let path = read.path.isEmpty ? "event" : read.path
        switch read.found {
        case .nothing: return "\(path) (missing)"
        case .table(let count): return "\(path) = … (\(count) inside)"
        case .value(let value):
            return "\(path) = \(text(read.masked(value) { Redaction.redact($0) }))"
        }
    }

    private func text(_ call: DelegateTrace.Call) -> String {
        let arguments = call.arguments.map { text(Redaction.redact($0)) }.joined(separator: ", ")
        let head = "\(call.name)(\(arguments))"
        switch call.answer {
        case .waiting: return "\(head), no answer"
        case .returned(nil): return head
        case .returned(let value?): return "\(head) → \(text(Redaction.redact(value)))"
        case .failed(let code, let message):
            return "\(head) failed: \(Redaction.redact(message).asMessage) (\(code))"
        }
    }

    private func text(_ value: Value) -> String {
        let text = value.json.withoutControls
        if isVerbose || text.count <= Self.shownValue { return text }
        let isString = text.hasPrefix("\"")
        return Self.cut(text, to: Self.shownValue - (isString ? 1 : 0)) + (isString ? "\"" : "")
    }

    /// The text, truncated to a length.
    static func cut(_ text: String, to length: Int) -> String {
        text.count <= length ? text : text.prefix(max(1, length - 1)) + "…"
    }

    private static func ranges(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound == number - 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }
        .joined(separator: ", ")
    }

    private static func bytes(_ count: Int) -> String {
        if count < 10_000 { return "\(Counted.digits(count)) bytes" }
        return count < 10_000_000 ? "\(count / 1000) kB" : "\(count / 1_000_000) MB"
    }
}
