import PeriluneCore

extension Theme.Colors {
    fileprivate static var fields: [(String, WritableKeyPath<Self, Color>)] {
        [
            ("background", \.background), ("panel", \.panel), ("panelBorder", \.panelBorder),
            ("plotBackground", \.plotBackground), ("band", \.band), ("text", \.text),
            ("mutedText", \.mutedText), ("axis", \.axis), ("grid", \.grid),
            ("selection", \.selection), ("highlight", \.highlight), ("good", \.good),
            ("bad", \.bad), ("neutral", \.neutral), ("warning", \.warning),
            ("reference", \.reference), ("upperThreshold", \.upperThreshold),
            ("lowerThreshold", \.lowerThreshold), ("tableHeader", \.tableHeader),
            ("tableLine", \.tableLine), ("measure", \.measure), ("target", \.target),
            ("node", \.node), ("nodeBorder", \.nodeBorder), ("edge", \.edge),
            ("pinned", \.pinned),
        ]
    }

    mutating func read(_ table: FieldReader) throws(PeriluneError) {
        for (name, value) in table.members where value != .null {
            if name == "ranges" {
                ranges = try table.colors(name, value, atLeast: 2)
            } else if let field = Self.fields.first(where: { $0.0 == name }) {
                self[keyPath: field.1] = try table.color(name, value)
            } else {
                throw table.unknown(name, of: Self.fields.map(\.0) + ["ranges"])
            }
        }
    }
}

extension Theme.Fonts {
    fileprivate static var fields: [(String, WritableKeyPath<Self, Font>)] {
        [
            ("heading", \.heading), ("title", \.title), ("axisTitle", \.axisTitle),
            ("axis", \.axis), ("label", \.label), ("legend", \.legend), ("table", \.table),
            ("tableHeader", \.tableHeader), ("note", \.note),
        ]
    }

    /// Reads the fonts; `family` applies to all fonts without their own.
    mutating func read(_ table: FieldReader) throws(PeriluneError) {
        if let family = table["family"] {
            let family = try table.text("family", family)
            for field in Self.fields { self[keyPath: field.1].family = family }
        }
        for (name, value) in table.members where value != .null && name != "family" {
            guard let field = Self.fields.first(where: { $0.0 == name }) else {
                throw table.unknown(name, of: Self.fields.map(\.0) + ["family"])
            }
            try self[keyPath: field.1].read(table.table(name, value))
        }
    }
}

extension Font {
    fileprivate static let fields = ["family", "size", "weight", "italic", "tabular"]

    fileprivate mutating func read(_ table: FieldReader) throws(PeriluneError) {
        for (name, value) in table.members where value != .null {
            switch name {
            case "family": family = try table.text(name, value)
            case "size": size = try table.number(name, value, in: 4...200)
            case "weight":
                switch value {
                case "regular", 400: weight = .regular
                case "semibold", 600: weight = .semibold
                case "bold", 700: weight = .bold
                default: throw table.error(name, "must be regular, semibold or bold")
                }
            case "italic": isItalic = try table.boolean(name, value)
            case "tabular": isTabular = try table.boolean(name, value)
            default: throw table.unknown(name, of: Self.fields)
            }
        }
    }
}

extension Theme.LineWidths {
    mutating func read(_ table: FieldReader) throws(PeriluneError) {
        for (name, value) in table.members where value != .null {
            guard let field = Self.fields.first(where: { $0.0 == name }) else {
                throw table.unknown(name, of: Self.fields.map(\.0))
            }
            self[keyPath: field.1] = try table.number(name, value, in: 0...100)
        }
    }

    fileprivate static var fields: [(String, WritableKeyPath<Self, Double>)] {
        [
            ("axis", \.axis), ("grid", \.grid), ("border", \.border), ("series", \.series),
            ("reference", \.reference), ("selection", \.selection), ("marker", \.marker),
        ]
    }
}

extension Theme.Spacing {
    mutating func read(_ table: FieldReader) throws(PeriluneError) {
        for (name, value) in table.members where value != .null {
            guard let field = Self.fields.first(where: { $0.0 == name }) else {
                throw table.unknown(name, of: Self.fields.map(\.0))
            }
            let range = name == "band" ? 0...0.9 : 0...200.0
            self[keyPath: field.1] = try table.number(name, value, in: range)
        }
    }

    fileprivate static var fields: [(String, WritableKeyPath<Self, Double>)] {
        [
            ("padding", \.padding), ("gap", \.gap), ("label", \.label), ("tick", \.tick),
            ("swatch", \.swatch), ("corner", \.corner), ("markCorner", \.markCorner),
            ("band", \.band), ("row", \.row),
        ]
    }
}

extension Theme {
    /// The fields of a theme by the table that they belong to, for the reference.
    package static var reference: [(name: String, fields: [String])] {
        [
            ("colors", Colors.fields.map(\.0) + ["ranges"]),
            ("fonts", Fonts.fields.map(\.0) + ["family"]), ("fonts.…", Font.fields),
            ("lines", LineWidths.fields.map(\.0)), ("spacing", Spacing.fields.map(\.0)),
            ("series.…", SeriesStyle.fields),
            ("", fields.filter { !["colors", "fonts", "lines", "spacing"].contains($0) }),
        ]
    }

    /// The fields of each type of annotation, for the reference.
    package static var annotationFields: [(name: String, fields: [String])] {
        AnnotationReader.Kind.allCases.map { ($0.rawValue, $0.fields) }
    }
}
