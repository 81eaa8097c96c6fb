import Foundation
import Testing

/// A way to keep something, from `Kept.txt`.
struct KeptCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Either `event` or `commander`.
    let what: String
    /// Above the rule, and in it.
    let before: String
    let body: String

    static let all: [KeptCase] = {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Kept.txt")
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n# ").dropFirst().compactMap { part in
            let lines = part.split(separator: "\n", maxSplits: 1)
            let halves = lines.last.map { $0.split(separator: "\n--\n", maxSplits: 1) } ?? []
            guard lines.count == 2, halves.count == 2,
                let what = lines[0].split(separator: ":").first
            else { return nil }
            return KeptCase(
                testDescription: String(lines[0]), what: String(what), before: String(halves[0]),
                body: String(halves[1]))
        }
    }()
}
