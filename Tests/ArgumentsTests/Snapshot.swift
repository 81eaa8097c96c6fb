import Foundation
import Testing

/// Compares text with the file of that name in `Snapshots/` and shows the lines that differ.
///
/// `RECORD_SNAPSHOTS=1 swift test` writes the files anew; the review is `git diff`.
func expectSnapshot(
    _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(components: "Snapshots", name)
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    guard text != expected else { return }
    let difference = lineDifference(from: expected, to: text)
    Issue.record("\(name) differs:\n\(difference)", sourceLocation: sourceLocation)
}

/// The changed lines, `-` for what was expected and `+` for what came, with line numbers.
func lineDifference(from expected: String, to text: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old).map { change in
        switch change {
        case .remove(let offset, let line, _): (offset, "-\(offset + 1): \(line)")
        case .insert(let offset, let line, _): (offset, "+\(offset + 1): \(line)")
        }
    }
    return changes.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n")
}
