import PeriluneCore

/// Reads annotations as scripts write them.
///
/// A coordinate from 0 to 1 is a fraction of the picture's width or height, and any other is in points; `unit =
/// "points"` or `unit = "fraction"` applies to all coordinates of an annotation.
struct AnnotationReader {
    let size: Size
    private var unit: Unit?
    private let table: FieldReader

    private enum Unit: String, CaseIterable {
        case points, fraction
    }

    enum Kind: String, CaseIterable {
        case text, line, arrow, circle, rectangle, highlight

        var fields: [String] {
            let own =
                switch self {
                case .text: ["text", "at", "x", "y", "size", "anchor", "background"]
                case .line, .arrow: ["from", "to", "dash"]
                case .circle: ["at", "x", "y", "radius", "fill"]
                case .rectangle: ["x", "y", "width", "height", "from", "to", "fill"]
                case .highlight:
                    ["category", "series", "categoryIndex", "seriesIndex", "chart", "label"]
                }
            return ["type", "unit", "color", "lineWidth"] + own
        }
    }

    static func read(
        _ value: Value, number: Int, size: Size
    ) throws(PeriluneError) -> StyledAnnotation {
        try AnnotationReader(value, number: number, size: size).annotation()
    }

    private init(_ value: Value, number: Int, size: Size) throws(PeriluneError) {
        self.size = size
        table = try FieldReader(value, subject: "annotation \(number)", code: .annotationInvalid)
        if let unit = table["unit"] { self.unit = try table.choice("unit", unit, Unit.self) }
    }

    private func annotation() throws(PeriluneError) -> StyledAnnotation {
        let kind = try kind()
        return StyledAnnotation(
            annotation: try annotation(kind), color: try color("color"),
            width: try number("lineWidth", in: 0.1...100) ?? 2.5)
    }

    /// The kind of annotation; an item of a selection event has no type and becomes a highlight.
    private func kind() throws(PeriluneError) -> Kind {
        guard let type = table["type"] else {
            let keys = ["category", "series", "categoryIndex", "seriesIndex"]
            if keys.contains(where: { table[$0] != nil }) { return .highlight }
            throw table.error(
                "type", "is missing",
                hint: "write one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let kind = try table.choice("type", type, Kind.self)
        try table.checkNames(kind.fields)
        return kind
    }

    private func annotation(_ kind: Kind) throws(PeriluneError) -> Annotation {
        switch kind {
        case .text:
            guard let text = table["text"] else { throw table.error("text", "is missing") }
            let anchor = table["anchor"]
            return .text(
                try table.text("text", text), at: try place(),
                size: try number("size", in: 4...200) ?? 13,
                anchor: try anchor.map { value throws(PeriluneError) in
                    try table.choice("anchor", value, Text.Anchor.self)
                } ?? .start, ground: try color("background"))
        case .line, .arrow:
            return .line(
                try pair("from"), try pair("to"), isArrow: kind == .arrow, dash: try dash())
        case .circle:
            guard let radius = try number("radius", in: 0...100_000) else {
                throw table.error("radius", "is missing")
            }
            return .circle(
                center: try place(), radius: scaled(radius, of: min(size.width, size.height)),
                fill: try color("fill"))
        case .rectangle: return .rectangle(try rectangle(), fill: try color("fill"))
        case .highlight:
            return .highlight(
                AnnotationTarget(
                    chart: try text("chart"), category: try key("category"),
                    series: try key("series")), label: try text("label"))
        }
    }

    private func rectangle() throws(PeriluneError) -> Rect {
        if table["from"] != nil || table["to"] != nil {
            let (a, b) = (try pair("from"), try pair("to"))
            return Rect(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y))
        }
        let corner = try place()
        return Rect(
            corner.x, corner.y, try length("width", of: size.width),
            try length("height", of: size.height))
    }

    private func length(_ name: String, of whole: Double) throws(PeriluneError) -> Double {
        guard let value = try number(name, in: 0...100_000) else {
            throw table.error(name, "is missing")
        }
        return scaled(value, of: whole)
    }

    /// Reads `at = {x, y}`, or `x` and `y`.
    private func place() throws(PeriluneError) -> Point {
        if table["at"] != nil { return try pair("at") }
        guard let x = try number("x", in: Self.coordinates),
            let y = try number("y", in: Self.coordinates)
        else { throw table.error("at", "is missing", hint: "write at = {x, y}, or x and y") }
        return Point(scaled(x, of: size.width), scaled(y, of: size.height))
    }

    private func pair(_ name: String) throws(PeriluneError) -> Point {
        guard let value = table[name] else { throw table.error(name, "is missing") }
        let numbers: (Value?, Value?) =
            value.array?.count == 2 ? (value[0], value[1]) : (value["x"], value["y"])
        guard let x = numbers.0, let y = numbers.1 else {
            throw table.error(name, "must be a pair of numbers", hint: "write \(name) = {x, y}")
        }
        return Point(
            scaled(try table.number("\(name).x", x, in: Self.coordinates), of: size.width),
            scaled(try table.number("\(name).y", y, in: Self.coordinates), of: size.height))
    }

    private static let coordinates = -100_000.0...100_000.0

    private func scaled(_ value: Double, of whole: Double) -> Double {
        switch unit {
        case .points: value
        case .fraction: value * whole
        case nil: (0...1).contains(value) ? value * whole : value
        }
    }

    private func key(_ name: String) throws(PeriluneError) -> AnnotationTarget.Key? {
        switch table[name] ?? table[name + "Index"] {
        case nil: return nil
        case .integer(let number): return .number(Int(number))
        case .number(let number) where number.rounded() == number && abs(number) < 1e9:
            return .number(Int(number))
        case .string(let text): return .name(text)
        default: throw table.error(name, "must be a number, counted from 0, or a name")
        }
    }

    private func color(_ name: String) throws(PeriluneError) -> Color? {
        guard let value = table[name] else { return nil }
        return try table.color(name, value)
    }

    private func text(_ name: String) throws(PeriluneError) -> String? {
        guard let value = table[name] else { return nil }
        return try table.text(name, value)
    }

    private func number(
        _ name: String, in range: ClosedRange<Double>
    ) throws(PeriluneError) -> Double? {
        guard let value = table[name] else { return nil }
        return try table.number(name, value, in: range)
    }

    private func dash() throws(PeriluneError) -> [Double] {
        guard let value = table["dash"] else { return [] }
        guard let lengths = value.array, lengths.count <= 16 else {
            throw table.error("dash", "must be a list of up to 16 lengths")
        }
        var dash: [Double] = []
        for length in lengths { dash.append(try table.number("dash", length, in: 0.1...1000)) }
        return dash
    }
}
