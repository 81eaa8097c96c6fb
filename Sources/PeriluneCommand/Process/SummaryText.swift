import Arguments
import Perilune
import PeriluneCore

extension Summary {
    /// The summary as text.
    func text(seconds: Double, style: Style) -> String {
        let rate = Double(total) / max(seconds, 0.000_001)
        var text = style.bold("\(Counted(total, "event"))")
        let others = [
            published > 0 ? "\(Counted.digits(published)) of them published by scripts" : nil,
            timers > 0 ? "\(Counted.digits(timers)) of them timers" : nil,
        ].compactMap(\.self)
        if !others.isEmpty { text += " (\(others.joined(separator: ", ")))" }
        text += " in \(Self.fixed(seconds, 2)) s, \(Counted.digits(Int(rate)))/s:"
        let parts = [
            (handled, "handled"), (byDefault, "default"), (unhandled, "unhandled"),
            (rejected, "rejected"), (failed, "failed"),
        ]
        text += " " + parts.map { "\(Counted.digits($0.0)) \($0.1)" }.joined(separator: ", ")
        text += "; \(Counted(emitted, "value")) emitted"
        if errors > 0 { text += "; \(Counted(errors, "error"))" }
        return text + "\n"
    }

    /// The summary as JSON.
    func json(seconds: Double, isResumable: Bool = false, warnings: [String] = []) -> String {
        var members: [(String, Value)] = [
            ("in", .integer(Int64(total))), ("read", .integer(Int64(read))),
            ("published", .integer(Int64(published))), ("timers", .integer(Int64(timers))),
            ("handled", .integer(Int64(handled))),
            ("default", .integer(Int64(byDefault))), ("unhandled", .integer(Int64(unhandled))),
            ("rejected", .integer(Int64(rejected))), ("failed", .integer(Int64(failed))),
            ("emitted", .integer(Int64(emitted))), ("errors", .integer(Int64(errors))),
            ("bytes", .integer(Int64(bytes))),
            ("seconds", .number((seconds * 1000).rounded() / 1000)),
        ]
        let late = notices.late.reduce(0) { $0 + $1.count }
        if late > 0 { members.append(("late", .integer(Int64(late)))) }
        let missing = notices.missingPaths.map { Value.string($0.subject.name) }
        if !missing.isEmpty { members.append(("missing", .array(missing))) }
        if !warnings.isEmpty {
            members.append(("warnings", .array(warnings.map { .string(Redaction.redact($0)) })))
        }
        if isResumable { members.append(("resumable", true)) }
        return Value.object(.init(members)).json
    }

    /// A number with a fixed number of decimals.
    static func fixed(_ number: Double, _ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int((number * scale).rounded())
        if digits == 0 { return String(whole) }
        let fraction = String(whole % Int(scale))
        return "\(whole / Int(scale))."
            + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
