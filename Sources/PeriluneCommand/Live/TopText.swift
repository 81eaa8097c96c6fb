import Arguments
import Perilune
import PeriluneCore

/// Formats the state of a running server as text.
struct TopText {
    private let now: HostOverview
    /// The overview whose counts are shown.
    private let span: HostOverview
    private let isWhole: Bool
    private let style: Style

    /// Creates the text for the time since an earlier overview, or since the start.
    init(_ now: HostOverview, since before: HostOverview?, style: Style) {
        self.now = now
        span = before.map { now.since($0) } ?? now
        isWhole = before == nil
        self.style = style
    }

    var text: String { lines(style).map { $0 + "\n" }.joined() }

    /// The text for overwriting the screen, limited to its size so that nothing scrolls.
    func screen(columns: Int, rows: Int) -> String {
        let cut = lines(.plain).prefix(rows - 1).map { $0.prefix(columns) }
        let shown = cut.enumerated().map { $0 == 0 ? style.bold(String($1)) : String($1) }
        return "\u{1B}[H" + shown.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
    }

    private var seconds: Double {
        max(0.001, Double(span.time.microseconds - span.started.microseconds) / 1e6)
    }

    private func lines(_ style: Style) -> [String] {
        let rows = rows
        let last = (rows.first?.count ?? 0) - 2
        let table = TextColumns(rows) { (1..<last).contains($0) }
        var lines = [head(style), state] + refusal(style) + [""]
        lines += table.lines.enumerated().map { $0 == 0 ? style.bold($1) : $1 }
        if rows.count == 1 { lines.append("no scripts or delegates") }
        return lines + inputs(style)
    }

    /// The progress of sources.
    private func inputs(_ style: Style) -> [String] {
        if now.inputs.isEmpty { return [] }
        let rows =
            [["file", "read", "behind"]]
            + now.inputs.map { input in
                [
                    input.name.withoutControls, ReadableNumber.bytes(input.read),
                    ReadableNumber.bytes(input.behind),
                ]
            }
        let table = TextColumns(rows) { $0 > 0 }
        return [""] + table.lines.enumerated().map { $0 == 0 ? style.bold($1) : $1 }
    }

    private func head(_ style: Style) -> String {
        let up = Int((now.time.microseconds - now.started.microseconds) / 1_000_000)
        return style.bold("perilune \(now.version)")
            + ", process \(now.process), \(Counted(now.workers, "worker")), up \(ReadableNumber.span(up))"
    }

    private var state: String {
        let rate = ReadableNumber.rate(Double(span.decided) / seconds)
        let over =
            isWhole ? "since the start" : "over \(ReadableNumber.span(Int(seconds.rounded())))"
        return "\(rate) events/s \(over), \(Counted(now.decided, "event")) processed, "
            + "\(Counted.digits(now.waiting)) waiting, \(Counted.digits(now.quarantined)) in quarantine"
    }

    private var rows: [[String]] {
        let names = [
            "delegate", "calls/s", "claimed", "p50", "p99", "cpu", "memory", "errors", "version",
            "since",
        ]
        let pairs = zip(span.delegates, now.delegates).filter { span, now in
            !now.isRemoved || span.counts.entered > 0
        }
        return [names] + pairs.map(row)
    }

    private func row(_ span: HostOverview.Row, _ now: HostOverview.Row) -> [String] {
        let counts = span.counts
        let share = Double(counts.nanoseconds) / (seconds * 1e9)
        return [
            now.name.withoutControls, ReadableNumber.rate(Double(counts.entered) / seconds),
            counts.entered == 0
                ? "-" : ReadableNumber.percent(Double(counts.taken) / Double(counts.entered)),
            counts.times.quantile(0.5).map(ReadableNumber.time) ?? "-",
            counts.times.quantile(0.99).map(ReadableNumber.time) ?? "-",
            counts.turns == 0 ? "-" : ReadableNumber.percent(share),
            now.memory.map(ReadableNumber.bytes) ?? "-",
            Counted.digits(now.counts.failures),
            now.isRemoved ? "gone" : now.version.map { String($0.prefix(8)) } ?? "-",
            now.since.map { ReadableNumber.clock($0, at: self.now.time) } ?? "-",
        ]
    }

    /// The reason why the last reload was rejected.
    private func refusal(_ style: Style) -> [String] {
        guard let failure = now.reloads["lastFailure"], let error = failure["error"] else {
            return []
        }
        let time = failure["time"]?.string.flatMap { Timestamp($0) }
        let clock = time.map { " at \(ReadableNumber.clock($0, at: now.time))" } ?? ""
        let isBehind = now.reloads["behind"]?.bool == true
        var lines = [
            style.bold("reload rejected\(clock)")
                + (isBehind ? ", keeping the current version: " : ", fixed since: ")
                + error.serverErrorText
        ]
        if isBehind, let hint = error["hint"]?.string {
            lines.append("  hint: \(hint.withoutControls)")
        }
        return lines
    }
}
