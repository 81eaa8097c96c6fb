import Perilune
import PeriluneFiles

/// A line on the terminal with the progress of a run, updated at most ten times a second.
struct ProgressLine {
    private let terminal: Terminal
    private var last = -1.0
    private var isShown = false

    init(_ terminal: Terminal) { self.terminal = terminal }

    mutating func update(_ summary: Summary, _ chunk: Chunk, seconds: Double) {
        guard seconds - last >= 0.1 else { return }
        last = seconds
        let elapsed = max(seconds, 0.001)
        var parts: [String] = []
        if let size = chunk.fileSize, size > 0 {
            let share = min(1, Double(chunk.fileBytesRead) / Double(size))
            parts.append("\(Int(share * 100)) %")
            if share > 0.01 {
                let left = Int(elapsed / share * (1 - share) + 0.5)
                parts.append("\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left")
            }
        }
        parts.append("\(Counted.digits(Int(Double(summary.read) / elapsed))) events/s")
        parts.append("\(Summary.fixed(Double(summary.bytes) / elapsed / 1e6, 0)) MB/s")
        if summary.failed > 0 { parts.append("\(Counted.digits(summary.failed)) quarantined") }
        terminal.info("\r\u{1B}[K" + parts.joined(separator: "  "))
        isShown = true
    }

    /// Clears the line, for other output.
    mutating func clear() {
        guard isShown else { return }
        terminal.info("\r\u{1B}[K")
        isShown = false
    }
}
