package import PeriluneCore
internal import PeriluneXML

/// Writes a coverage report as one self-contained HTML page without scripts.
package enum CoveragePage {
    /// The page as UTF-8.
    package static func bytes(_ report: CoverageReport) throws(PeriluneError) -> [UInt8] {
        var page = XMLWriter()
        page.begin("html")
        page.attribute("lang", "en")
        head(&page)
        page.begin("body")
        page.element("h1", "Test coverage")
        summary(report, &page)
        for (number, file) in report.files.enumerated() { write(file, number, &page) }
        page.end()
        page.end()
        return Array("<!DOCTYPE html>\n".utf8) + (try page.finish())
    }

    private static func head(_ page: inout XMLWriter) {
        page.begin("head")
        page.begin("meta")
        page.attribute("charset", "utf-8")
        page.end()
        page.begin("meta")
        page.attribute("http-equiv", "Content-Security-Policy")
        page.attribute("content", "default-src 'none'; style-src 'unsafe-inline'")
        page.end()
        page.begin("meta")
        page.attribute("name", "viewport")
        page.attribute("content", "width=device-width, initial-scale=1")
        page.end()
        page.element("title", "Test coverage")
        page.element("style", CoverageStyle.css)
        page.end()
    }

    private static func summary(_ report: CoverageReport, _ page: inout XMLWriter) {
        page.begin("table")
        page.attribute("class", "summary")
        page.begin("tr")
        page.element("th", "script")
        page.element("th", "lines")
        page.element("th", "decisions")
        page.element("th", "not run")
        page.end()
        for (number, file) in report.files.enumerated() {
            page.begin("tr")
            page.begin("td")
            page.begin("a")
            page.attribute("href", "#f\(number)")
            page.text(file.path.withoutControls)
            page.end()
            page.end()
            cell(file.lineRatio, &page)
            cell(file.decisionRatio, &page)
            let missing = file.lines.filter { $0.count == 0 }.map(\.number)
            let text = CoverageText.ranges(missing, of: file.lines.map(\.number))
            page.element("td", text.isEmpty ? "—" : text)
            page.end()
        }
        page.begin("tr")
        page.attribute("class", "all")
        page.element("td", "all")
        cell(report.total, &page)
        cell(report.decisions, &page)
        page.element("td", "\u{A0}")
        page.end()
        page.end()
    }

    private static func cell(_ ratio: Ratio, _ page: inout XMLWriter) {
        page.begin("td")
        page.begin("meter")
        page.attribute("min", "0")
        page.attribute("max", "\(max(1, ratio.all))")
        page.attribute("value", "\(ratio.all == 0 ? 1 : ratio.covered)")
        page.attribute("low", "\(Double(max(1, ratio.all)) * 0.8)")
        page.attribute("optimum", "\(max(1, ratio.all))")
        page.text(ratio.text)
        page.end()
        page.text(" \(ratio.text)")
        page.element("small", " \(ratio.covered) of \(ratio.all)")
        page.end()
    }

    private static func write(
        _ file: CoverageReport.File, _ number: Int, _ page: inout XMLWriter
    ) {
        page.begin("details")
        page.attribute("id", "f\(number)")
        page.attribute("open", "open")
        page.begin("summary")
        page.text("\(file.path.withoutControls) — lines \(file.lineRatio.text), ")
        page.text("decisions \(file.decisionRatio.text)")
        page.end()
        page.begin("table")
        page.attribute("class", "source")
        let counts = Dictionary(
            file.lines.map { ($0.number, $0.count) }, uniquingKeysWith: { $1 })
        let conditions = Dictionary(grouping: file.conditions, by: \.line)
        for (index, text) in file.source.enumerated() {
            row(index + 1, text, counts[index + 1], conditions[index + 1] ?? [], &page)
        }
        page.end()
        page.end()
    }

    private static func row(
        _ line: Int, _ text: String, _ count: UInt64?, _ conditions: [CoverageReport.Condition],
        _ page: inout XMLWriter
    ) {
        let gaps = conditions.filter { $0.gap != nil }
        page.begin("tr")
        switch count {
        case 0: page.attribute("class", "dark")
        case .some where !gaps.isEmpty: page.attribute("class", "half")
        case .some: page.attribute("class", "lit")
        case nil: break
        }
        page.element("th", "\(line)")
        page.begin("td")
        page.attribute("class", "count")
        page.text(count.map { "\($0)×" } ?? "\u{A0}")
        page.end()
        page.begin("td")
        page.element("pre", text.isEmpty ? "\u{A0}" : text.withoutControls)
        if count != 0 {
            for condition in gaps {
                page.begin("p")
                page.element("code", CoverageText.shortened(condition.text).withoutControls)
                page.text(" \(condition.gap ?? "")")
                page.end()
            }
        }
        page.end()
        page.end()
    }
}
