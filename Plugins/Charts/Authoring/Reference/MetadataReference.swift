import PeriluneDrawing

/// The page with all that metadata, expressions, themes and annotations may contain.
package enum MetadataReference {
    /// The page in Markdown, generated from the declarations; a test compares it with the committed file.
    package static var page: String {
        var page =
            """
            # Dashboards: metadata, expressions, themes, annotations

            Generated from the declarations in the code. [Charts](../Charts.md) explains how they are used. `perilune charts schema` writes an
            XML Schema of the nodes for editors, and with `--format json` a JSON Schema.

            ## Nodes

            Attributes in bold are required. Names in a list of values are not case-sensitive; names of nodes and attributes are.


            """
        page += picture("gallery", "A chart of each kind, groups, a table, a diagram and controls")
        for kind in NodeKind.allCases { page += section(kind) }
        page += "## Formats\n\n`Format` of values, categories, series and columns of tables.\n\n"
        page += picture("reference-formats", "A table with a column for each format")
        page += table(["format", "of", "shown"], formats)
        page +=
            "## Functions\n\nNames of functions are not case-sensitive. Booleans are the numbers 1 and 0.\n\n"
        page += picture(
            "reference-functions", "Functions of numbers and of several categories as lines")
        page += table(
            ["function", "result", "returns", "example"],
            Function.allCases.map {
                [
                    "`\($0.usage)`",
                    $0 == .if ? "that of the values" : $0.signature.result.rawValue, $0.summary,
                    example($0),
                ]
            })
        page +=
            "## Theme fields\n\nA theme is a JSON object with `base`, the name of a built-in theme, and the fields that differ.\n\n"
        for (name, text) in [
            ("colors", "colors"), ("fonts", "fonts"), ("lines", "lines and spacing"),
        ] {
            page +=
                "With other \(text) ([\(name).json](../../Scripts/charts/reference/\(name).json)):\n\n"
            page += picture("reference-\(name)", "Four charts with other \(text)")
        }
        page += table(
            ["field", "values"],
            Theme.reference.map { group in
                [
                    group.name.isEmpty ? "the theme" : "`\(group.name)`",
                    group.fields.map { "`\($0)`" }.joined(separator: ", "),
                ]
            })
        page +=
            "## Shapes\n\nA shape of `shapes` or of a series is one of these names, or a list of corners as pairs of numbers from 0 to 1.\n\n"
        page += MarkShape.named.keys.sorted().map { "`\($0)`" }.joined(separator: ", ") + "\n\n"
        page += picture("reference-shapes", "A column of each shape")
        page += "## Annotations\n\n"
        page += picture("reference-annotations", "A chart with an annotation of each type")
        page += table(
            ["`type`", "fields"],
            Theme.annotationFields.map { kind in
                ["`\(kind.name)`", kind.fields.map { "`\($0)`" }.joined(separator: ", ")]
            })
        return String(page.dropLast())
    }

    private static func section(_ kind: NodeKind) -> String {
        let parents = NodeKind.allCases.filter { $0.children.contains(kind) }.map {
            "`<\($0.name)>`"
        }
        var text = "### `<\(kind.name)>`"
        if !parents.isEmpty { text += " in \(parents.joined(separator: ", "))" }
        text += "\n\n"
        if !kind.children.isEmpty {
            let needed = kind.requiredChildren
            let children = kind.children.map { child in
                needed.contains(child) ? "**`<\(child.name)>`**" : "`<\(child.name)>`"
            }
            text += "Contains \(children.joined(separator: ", ")).\n\n"
        }
        guard !kind.attributes.isEmpty else { return text }
        switch kind {
        case .chart, .category, .value, .display:
            text += picture(
                "reference-\(kind)",
                "Charts with attributes of <\(kind.name)>, which their titles name")
        default: break
        }
        return text
            + table(
                ["attribute", "values", "meaning"],
                kind.attributes.map { attribute in
                    let meaning = AttributeMeaning(attribute.name, of: kind)
                    let name = "`\(attribute.name)`"
                    return [
                        attribute.isRequired ? "**\(name)**" : name, meaning?.values.shown ?? "",
                        meaning?.summary ?? "",
                    ]
                })
    }

    /// A picture of the documentation.
    private static func picture(_ name: String, _ text: String) -> String {
        "![\(text)](../Pictures/\(name).svg)\n\n"
    }

    /// An expression with what it is for the table `3, 1, 4`, or for one row.
    private static func example(_ function: Function) -> String {
        let text = function.example
        let shown: String
        if let window = try? WindowExpression(text) {
            let result = try? window.evaluate([[3, 1, 4]], count: 3, variables: [:])
            let numbers = (result?.values ?? []).map { $0.isNaN ? "–" : ValueText.number($0) }
            shown = "of 3, 1, 4: \(numbers.joined(separator: ", "))"
        } else {
            let rows = Table(columns: [Column("x", .numbers([1]))], count: 1)
            let result = try? Expression(text).evaluate(over: rows)
            shown = result.map { Column("", $0.cells)[0].key } ?? ""
        }
        return "`\(text)`: \(shown)"
    }

    /// Each format with an example that the formatter writes.
    private static var formats: [[String]] {
        guard let formats = try? FigureFormats() else { return [] }
        return DashboardReader.formats.filter { $0 != "Rounded" }.map { name in
            guard name != ValueFormat.Kind.script.name else {
                return ["`\(name)`", "any value", "what `formatValues` of a script returns"]
            }
            let isDate =
                !["Currency", "Percent", "Percentage"].contains(name) && !name.hasPrefix("Rounded")
            let shown: String
            if isDate {
                // 15 March 2024.
                let day = Cell.date(1_710_460_800_000_000)
                shown = formats.labels([day], format: name, currency: nil).texts.joined()
            } else {
                shown = formats.numbers(format: name, currency: nil)
                    .full(name == "Percentage" ? 0.21 : name == "Percent" ? 21 : 1234.567)
            }
            let example =
                isDate
                ? "2024-03-15"
                : name == "Percentage" ? "0.21" : name == "Percent" ? "21" : "1234.567"
            return ["`\(name)`", example, shown]
        }
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
        let rule = "|" + head.map { _ in "---|" }.joined() + "\n"
        return line(head) + rule + rows.map(line).joined() + "\n"
    }
}
