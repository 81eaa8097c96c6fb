import PeriluneDrawing

/// The page with all that metadata, expressions, themes and annotations may contain.
package enum MetadataReference {
    package static var page: String {
        var page =
            """
            # Dashboards: metadata, expressions, themes, annotations

            Generated from the declarations in the code. [Charts](../Charts.md) explains how they are used. `perilune charts schema` writes an
            XML Schema of the nodes for editors, and with `--format json` a JSON Schema.

            ## Nodes

            Attributes in bold are required. Upper and lower case of names in a list are the same; those of nodes and attributes are not.


            """
        for kind in NodeKind.allCases { page += section(kind) }
        page += "## Formats\n\n`Format` of values, categories, series and columns of tables.\n\n"
        page += table(["format", "of", "shown"], formats)
        page +=
            "## Functions\n\nNames of functions are not case-sensitive. Booleans are the numbers 1 and 0.\n\n"
        page += table(
            ["function", "result", "returns"],
            Function.allCases.map {
                [
                    "`\($0.usage)`",
                    $0 == .if ? "that of the values" : $0.signature.result.rawValue, $0.summary,
                ]
            })
        page +=
            "## Theme fields\n\nA theme is a JSON object with `base`, the name of a built-in theme, and the fields that differ.\n\n"
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
        page += "## Annotations\n\n"
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
