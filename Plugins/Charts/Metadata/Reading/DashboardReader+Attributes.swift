import PeriluneCore

extension DashboardReader {
    /// The text of an attribute; `nil` if it is missing or empty.
    func string(_ node: MetadataNode, _ name: String) -> String? {
        guard let text = node[name], !text.isEmpty else { return nil }
        return text
    }

    mutating func double(_ node: MetadataNode, _ name: String) -> Double? {
        guard let text = string(node, name) else { return nil }
        // Only decimals: Double also reads hexadecimal, infinity and nan.
        guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else {
            reportInvalidValue(node, name, hint: "write a number")
            return nil
        }
        return number
    }

    mutating func integer(_ node: MetadataNode, _ name: String, in range: ClosedRange<Int>) -> Int?
    {
        guard let text = string(node, name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            reportInvalidValue(
                node, name,
                hint: "write an integer from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    mutating func sequenceNumber(_ node: MetadataNode, _ name: String) -> Int? {
        integer(node, name, in: 1...100_000)
    }

    /// Reads a truth value; the guide lists the accepted spellings.
    mutating func bool(_ node: MetadataNode, _ name: String) -> Bool? {
        guard let text = string(node, name) else { return nil }
        if ["true", "True", "TRUE", "yes", "Yes", "YES", "1"].contains(text) { return true }
        if ["false", "False", "FALSE", "no", "No", "NO", "0"].contains(text) { return false }
        reportInvalidValue(node, name, hint: "write true, yes, 1, false, no or 0")
        return nil
    }

    /// One of the names of a type; upper and lower case are the same.
    mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ node: MetadataNode, _ name: String, _ type: Choice.Type
    ) -> Choice? {
        guard let text = string(node, name) else { return nil }
        let lowered = text.lowercased()
        if let found = Choice.allCases.first(where: { $0.rawValue.lowercased() == lowered }) {
            return found
        }
        reportInvalidValue(node, name, among: Choice.allCases.map(\.rawValue))
        return nil
    }

    /// Microseconds from 1970, in UTC, to a date like `date(2000,12,30)`, as the guide writes it.
    mutating func dateMicroseconds(_ node: MetadataNode, _ name: String) -> Int64? {
        guard let text = string(node, name) else { return nil }
        let constant = (try? Expression(text)).flatMap { $0.names.isEmpty ? $0 : nil }
        guard case .dates(let dates)? = try? constant?.evaluate(over: Table(count: 1)).cells,
            let date = dates.first ?? nil
        else {
            reportInvalidValue(node, name, hint: "write a date like date(2000,12,30)")
            return nil
        }
        return date
    }

    /// A format of those that the guide lists, or an empty string; reports an unknown format.
    mutating func format(_ node: MetadataNode) -> String {
        guard let text = string(node, "Format") else { return "" }
        guard Self.formats.contains(text) else {
            let advice = "write one of \(Self.shownFormats)"
            let nearest = NearestName.hint(for: text, in: Self.formats)
            reportInvalidValue(
                node, "Format", hint: nearest.map { "\($0) Otherwise \(advice)" } ?? advice)
            return ""
        }
        if text == ValueFormat.Kind.script.name, !mayUseScript {
            reportInvalidValue(
                node, "Format",
                hint:
                    "a script writes categories, series and values of a <Chart>, but not of histograms"
            )
            return ""
        }
        return text
    }

    /// All formats, in the order of the reference.
    static let formats =
        [
            "Month", "ShortMonth", "WeekDay", "ShortWeekDay", "ShortDate", "LongDate", "Currency",
            "Percent", "Percentage", "Rounded",
        ] + (0...9).map { "Rounded\($0)" } + ["Script"]

    /// The formats in a sentence.
    private static let shownFormats =
        formats.prefix { $0 != "Rounded" }.joined(separator: ", ")
        + ", Rounded0 to Rounded9, Script"

    /// Reports an attribute with a value that it may not have.
    mutating func reportInvalidValue(
        _ node: MetadataNode, _ name: String, level: ChartIssue.Level? = nil,
        reason: String? = nil, hint: String? = nil
    ) {
        let value = node[name] ?? ""
        issues.add(
            .wrongValue(
                node: node.name, attribute: name,
                value: value.utf8.count > 200 ? "\(value.prefix(200))…" : value,
                line: node.place.line),
            at: node.place, level: level, reason: reason, hint: hint)
    }

    mutating func reportInvalidValue(_ node: MetadataNode, _ name: String, among names: [String]) {
        let advice = "write one of \(names.joined(separator: ", "))"
        guard let nearest = NearestName.hint(for: node[name] ?? "", in: names) else {
            return reportInvalidValue(node, name, hint: advice)
        }
        reportInvalidValue(node, name, hint: "\(nearest) Otherwise \(advice)")
    }
}
