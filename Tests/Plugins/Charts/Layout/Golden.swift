import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Whole pictures beside those that were looked at and found right: `Tests/Golden/Charts`, one shape a line.
///
/// A change shows as the first lines that differ; `PERILUNE_RECORD=1` writes the pictures anew.
enum Golden {
    static func compare(_ drawn: String, _ name: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Golden/Charts/\(name).svg").standardized
        if ProcessInfo.processInfo.environment["PERILUNE_RECORD"] != nil {
            try Data(drawn.utf8).write(to: file)
            return
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        let (new, old) = (lines(drawn), lines(golden))
        let first = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let place = first ?? min(new.count, old.count)
        #expect(
            new == old,
            """
            \(name).svg differs from line \(place + 1) on
            - \(old.dropFirst(place).prefix(3).joined(separator: "\n- "))
            + \(new.dropFirst(place).prefix(3).joined(separator: "\n+ "))
            """)
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    static func svg(_ figure: Figure, _ size: Size, theme: Theme = .welterWeight) -> String {
        let layout = ChartLayout(theme: theme, measure: FakeMeasure())
        let group = layout.group(figure, in: Rect(0, 0, size.width, size.height))
        let scene = Scene(
            size: size, title: figure.title, description: group.label ?? "",
            nodes: [.group(group)])
        return String(decoding: scene.svg(), as: UTF8.self)
    }
}
