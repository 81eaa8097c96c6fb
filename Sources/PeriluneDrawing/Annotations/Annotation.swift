import PeriluneCore

/// Something to mark in a picture, as a script wrote it, in points.
enum Annotation {
    case text(String, at: Point, size: Double, anchor: Text.Anchor, ground: Color?)
    case line(Point, Point, isArrow: Bool, dash: [Double])
    case circle(center: Point, radius: Double, fill: Color?)
    case rectangle(Rect, fill: Color?)
    case highlight(AnnotationTarget, label: String?)
}

/// An annotation with its colour and line.
struct StyledAnnotation {
    var annotation: Annotation
    var color: Color?
    var width: Double
}

/// The data items that a highlight selects: by number, counted from 0, or by name; `nil` for all.
struct AnnotationTarget {
    enum Key {
        case number(Int)
        case name(String)
    }

    /// The name of a chart in a dashboard.
    var chart: String?
    var category: Key?
    var series: Key?

    /// Whether the target selects this item, whose label is, for example, `Eastern, Bikes: 120`.
    func matches(_ identity: Mark.Identity) -> Bool {
        let label = identity.label
        let isCategory =
            switch category {
            case nil: true
            case .number(let number): identity.category == number
            case .name(let name):
                label == name || label.hasPrefix(name + ",") || label.hasPrefix(name + ":")
            }
        guard isCategory else { return false }
        return switch series {
        case nil: true
        case .number(let number): identity.series == number
        case .name(let name):
            label.firstRange(of: ", \(name):") != nil || label.hasSuffix(", \(name)")
        }
    }

    /// The target as an error names it if nothing matches.
    var description: String {
        func text(_ key: Key?, _ kind: String) -> String? {
            switch key {
            case nil: nil
            case .number(let number): "\(kind) \(number)"
            case .name(let name): "\(kind) '\(name)'"
            }
        }
        let parts = [
            text(category, "category"), text(series, "series"), chart.map { "chart '\($0)'" },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}
