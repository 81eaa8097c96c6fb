import Arguments
import Perilune
import PeriluneCore
import PeriluneJSON

/// Formats the result of `diff` as text and as JSON.
struct DiffText {
    private let pairing: DiffPairing
    private let style: Style
    var totals = (old: Summary(), new: Summary())

    init(_ pairing: DiffPairing, style: Style) {
        self.pairing = pairing
        self.style = style
    }

    func text(_ summary: DifferenceSummary) -> String {
        var text = "old  \(pairing.old.operand)\nnew  \(pairing.new.operand)\n"
        if let renamed = pairing.renamed {
            text += "     \(renamed.new) replaces \(renamed.old)\n"
        }
        for name in pairing.removed { text += "     \(name) is in the old version only\n" }
        for name in pairing.added { text += "     \(name) is in the new version only\n" }
        let events = Counted(max(totals.old.total, totals.new.total), "event")
        if comparesNothing {
            return text + style.bold("\(events), all failed in both versions") + "\n"
        }
        guard summary.events > 0 else {
            return text + style.bold("\(events), no differences") + "\n" + failures
        }
        text +=
            style.bold(
                "\(events), \(Counted.digits(summary.events)) decided differently") + "\n"
            + failures
        for group in summary.ordered {
            text += "\n\(style.bold(heading(group.by)))  \(Counted(group.events, "event"))\n"
            for field in group.ordered { text += Self.text(field) }
            if group.others > 0 { text += "  \(Counted(group.others, "other field"))\n" }
        }
        return text
    }

    /// Whether there were events, but none was processed, as for a log whose format was not named.
    var comparesNothing: Bool {
        totals.old.total > 0 && totals.old.failed == totals.old.total
            && totals.new.failed == totals.new.total
    }

    /// A note about events that fail in both versions, which count as equal.
    private var failures: String {
        let failed = (totals.old.failed, totals.new.failed)
        guard failed != (0, 0) else { return "" }
        return "\(Counted.digits(failed.0)) failed in the old version, "
            + "\(Counted.digits(failed.1)) in the new one\n"
    }

    func json(_ summary: DifferenceSummary) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("summary")
        writer.beginObject()
        writer.write("old", pairing.old.operand)
        writer.write("new", pairing.new.operand)
        writer.write("differences", .integer(Int64(summary.events)))
        for (name, side) in [("oldCounts", totals.old), ("newCounts", totals.new)] {
            writer.name(name)
            side.write(to: &writer)
        }
        writer.name("groups")
        writer.beginArray()
        for group in summary.ordered { write(group, to: &writer) }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        writer.endLine()
        return writer.text
    }

    private func heading(_ by: DifferenceSummary.Deciders) -> String {
        let by = pairing.named(by)
        let names = (by.old ?? "nobody", by.new ?? "nobody")
        return names.0 == names.1 ? names.0 : "\(names.0) -> \(names.1)"
    }

    private static func text(_ field: DifferenceSummary.Field) -> String {
        var text = "  \(field.name.asLine)  \(Counted.digits(field.count))\n"
        for example in field.examples {
            let place = "\(Redaction.redact(example.event)) (\(example.log):\(example.line))".asLine
            let values = [example.old, example.new].map { value in
                value.map { Redaction.redact($0, at: field.name) }
            }
            text += "    \(place)  \(short(values))\n"
        }
        return text
    }

    /// Both values on one line each, short enough to be compared, from the first difference on.
    private static func short(_ values: [JSONTree?]) -> String {
        let texts = values.map { value in
            guard let value else { return "none" }
            var writer = JSONWriter()
            writer.write(value)
            return writer.text.withoutControls
        }
        let same = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
        let skipped = texts.allSatisfy { $0.count > 60 } && same > 20 ? same - 10 : 0
        let parts = texts.map { text in
            let rest = text.dropFirst(skipped)
            return (skipped > 0 ? "..." : "")
                + (rest.count > 60 ? rest.prefix(57) + "..." : rest)
        }
        return "\(parts[0]) -> \(parts[1])"
    }

    private func write(_ group: DifferenceSummary.Group, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(pairing.named(group.by))
        writer.write("events", .integer(Int64(group.events)))
        writer.name("fields")
        writer.beginObject()
        for field in group.ordered { writer.write(field.name, .integer(Int64(field.count))) }
        writer.endObject()
        writer.endObject()
    }
}

extension EventDifference {
    /// The result as one line of JSON; `pairing` has the names of the new version's files.
    func json(_ pairing: DiffPairing) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("log", log)
        writer.write("line", .integer(Int64(line)))
        writer.write("event", Redaction.redact(event))
        writer.write("type", Redaction.redact(type))
        writer.write(pairing.named(by))
        writer.name("changes")
        writer.beginArray()
        for field in fields {
            writer.beginObject()
            writer.write("field", field.field)
            for (name, value) in [("old", field.old), ("new", field.new)] {
                guard let value else { continue }
                writer.name(name)
                writer.write(Redaction.redact(value, at: field.field))
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ by: DifferenceSummary.Deciders) {
        name("by")
        beginObject()
        write("old", by.old.map { .string($0) } ?? .null)
        write("new", by.new.map { .string($0) } ?? .null)
        endObject()
    }
}

extension Summary {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        let counts = [
            ("in", total), ("handled", handled), ("default", byDefault),
            ("unhandled", unhandled), ("rejected", rejected), ("failed", failed),
            ("emitted", emitted),
        ]
        for (name, count) in counts { writer.write(name, .integer(Int64(count))) }
        writer.endObject()
    }
}
