import Arguments
import PeriluneCore
import PeriluneFiles

/// Reads the sources of scripts, to show the lines that ran.
struct SourceFiles {
    private let scripts: [String]

    private static let largest = 1 << 20
    /// The number of lines before and after a line that ran.
    private static let around = 2

    init(_ scripts: [String]) { self.scripts = scripts }

    func line(_ number: Int, of file: String) -> String? {
        guard let lines = lines(of: file), (1...lines.count).contains(number) else { return nil }
        return lines[number - 1]
    }

    /// The lines of a file around those that ran, which are marked with the number of times.
    func listing(of file: DelegateTrace.FileLines, style: Style) -> [String] {
        guard let lines = lines(of: file.file) else { return ["        \(file.file) not found"] }
        var text = ["        \(style.bold(file.file))"]
        var last = 0
        for (number, line) in zip(1..., lines) {
            let isNear = (number - Self.around...number + Self.around)
                .contains { file.counts[$0] != nil }
            guard isNear else { continue }
            if number > last + 1, last > 0 { text.append("         …") }
            last = number
            let count = file.counts[number] ?? 0
            let times = count > 1 ? "\(count)×" : ""
            let mark = count > 0 ? ">" : " "
            let shown = "\(mark) \(right("\(number)", 4))  \(Redaction.redact(quoted: line))"
            text.append("\(right(times, 6)) \(count > 0 ? style.bold(shown) : shown)".withoutEnd)
        }
        return text
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// The lines of the script's file, or of one beside it, which errors name without a folder.
    private func lines(of file: String) -> [String]? {
        let folders = scripts.map { FilePath.folder(of: $0) }
        for path in [file] + folders.map({ $0 + file }) where TextFile.exists(path) {
            guard let bytes = try? TextFile.read(path, limit: Self.largest, what: "script") else {
                continue
            }
            return String(decoding: bytes, as: UTF8.self).withoutControls
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasSuffix("\r") ? String($0.dropLast()) : String($0) }
        }
        return nil
    }
}

extension String {
    /// The text without white space at its end.
    fileprivate var withoutEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
