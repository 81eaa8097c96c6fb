package import PeriluneCore

extension Theme {
    /// Creates a custom theme from a table with the differences from a built-in one.
    ///
    /// `base` names the built-in theme, `WelterWeight` by default; a string instead of a table is such a name. The
    /// other fields are `name`, `fonts`, `colors`, `palette`, `sequential`, `diverging`, `lines`, `spacing`, `shapes`
    /// (of `column`, `stackedColumn` and `bar`) and `series` (by the label of a series).
    ///
    /// - Throws: `theme.invalid` or `theme.unknown`, with the path of the field.
    package init(_ value: Value) throws(PeriluneError) {
        if let name = value.string {
            self = try .named(name)
            return
        }
        let table = try FieldReader(value, subject: "theme", code: .themeInvalid)
        if let base = table["base"] {
            self = try .named(try table.text("base", base))
        } else {
            self = .welterWeight
        }
        for (name, value) in table.members where value != .null {
            switch name {
            case "base": continue
            case "name": self.name = try table.text(name, value)
            case "fonts": try fonts.read(table.table(name, value))
            case "colors": try colors.read(table.table(name, value))
            case "palette":
                series = SeriesStyle.palette(try table.colors(name, value, atLeast: 1))
            case "sequential": sequential = ColorScale(try table.colors(name, value, atLeast: 2))
            case "diverging": diverging = ColorScale(try table.colors(name, value, atLeast: 3))
            case "lines": try lines.read(table.table(name, value))
            case "spacing": try spacing.read(table.table(name, value))
            case "shapes":
                let shapes = try table.table(name, value)
                for (name, shape) in shapes.members {
                    guard
                        let kind = Self.shapedKinds.first(where: {
                            $0.lowercased() == name.lowercased()
                        })
                    else { throw shapes.unknown(name, of: Self.shapedKinds) }
                    self.shapes[kind] = try MarkShape(shape, named: name, in: shapes)
                }
            case "series": continue
            default: throw table.unknown(name, of: Self.fields)
            }
        }
        isDark = colors.background.luminance < 0.18
        // The last step, because the series inherit from the palette.
        guard let own = table["series"] else { return }
        let labels = try table.table("series", own)
        for (index, (label, value)) in labels.members.enumerated() {
            seriesByLabel[label] = try style(index).read(labels.table(label, value))
        }
    }

    /// The kinds of marks whose shape can be changed.
    private static let shapedKinds = ["column", "stackedColumn", "bar"]

    static let fields = [
        "base", "name", "fonts", "colors", "palette", "sequential", "diverging", "lines",
        "spacing", "shapes", "series",
    ]
}

extension SeriesStyle {
    static let fields = ["color", "border", "hatch", "marker", "shape", "dash"]

    fileprivate func read(_ table: FieldReader) throws(PeriluneError) -> SeriesStyle {
        var style = self
        for (name, value) in table.members where value != .null {
            switch name {
            case "color": style.color = try table.color(name, value)
            case "border": style.border = try table.color(name, value)
            case "hatch":
                style.hatch =
                    value == "none" ? nil : try table.choice(name, value, Paint.Hatch.self)
            case "marker": style.marker = try table.choice(name, value, Marker.self)
            case "shape": style.shape = try MarkShape(value, named: name, in: table)
            case "dash":
                guard let lengths = value.array, lengths.count <= 16 else {
                    throw table.error(name, "must be a list of up to 16 lengths")
                }
                style.dash = []
                for length in lengths {
                    style.dash.append(try table.number(name, length, in: 0.1...1000))
                }
            default:
                throw table.unknown(name, of: Self.fields)
            }
        }
        return style
    }
}

extension MarkShape {
    /// Reads the name of a shape, or its corners as pairs of numbers from 0 to 1.
    fileprivate init(
        _ value: Value, named name: String, in table: FieldReader
    ) throws(PeriluneError) {
        if let text = value.string {
            if let shape = Self.named[text] {
                self = shape
                return
            }
            let names = Self.named.keys.sorted()
            throw table.error(
                name, "is not a shape: '\(text)'",
                hint: NearestName.hint(for: text, in: names)
                    ?? "the shapes are \(names.joined(separator: ", "))")
        }
        guard let corners = value.array, (3...100).contains(corners.count) else {
            throw table.error(name, "must be the name of a shape, or a list of 3 to 100 corners")
        }
        var points: [Point] = []
        for (index, corner) in corners.enumerated() {
            let name = "\(name)[\(index + 1)]"
            guard let pair = corner.array, pair.count == 2 else {
                throw table.error(name, "must be a pair of numbers")
            }
            points.append(
                Point(
                    try table.number(name, pair[0], in: 0...1),
                    try table.number(name, pair[1], in: 0...1)))
        }
        self.init(points)
    }
}
