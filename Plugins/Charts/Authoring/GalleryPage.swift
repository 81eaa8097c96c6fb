import PeriluneCore
import PeriluneHTTP

/// A page with the charts of a dashboard: the picture of each, its metadata and its data.
///
/// It is one file, without scripts, that loads nothing.
package struct GalleryPage {
    private let session: Session
    private let size: (width: Double, height: Double)
    /// Rows of a query that are shown.
    private static let mostRows = 12

    /// - Parameters:
    ///   - session: The dashboard.
    ///   - width: The width of the pictures, in points.
    ///   - height: Their height.
    package init(_ session: Session, width: Double = 640, height: Double = 400) {
        self.session = session
        size = (width, height)
    }

    /// The page, and what is wrong with the charts.
    package func html(title: String) async throws -> (html: String, issues: [ChartIssue]) {
        var issues: [ChartIssue] = []
        var (list, sections) = ("", "")
        for item in session.dashboard.items {
            let name = item.name.asHTML
            list += "<li><a href=\"#\(name)\">\(name)</a></li>\n"
            sections += "<section id=\"\(name)\">\n<h2>\(name)</h2>\n"
            let request = PictureRequest(
                "\(session.name)/\(item.name)", format: .svg, width: size.width,
                height: size.height)
            if let drawn = try await session.draw(request) {
                let picture = Base64.encode(drawn.picture.bytes)
                sections +=
                    "<img alt=\"\(item.title.asHTML)\" src=\"data:image/svg+xml;base64,\(picture)\">\n"
                issues += drawn.issues
            }
            sections += "<pre>\(item.metadata.asHTML)</pre>\n"
            for query in item.shownQueries { sections += await data(of: query) }
            sections += "</section>\n"
        }
        let page = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <title>\(title.asHTML)</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <h1>\(title.asHTML)</h1>
            <ul>
            \(list)</ul>
            \(sections)</body>
            </html>

            """
        return (page, issues)
    }

    private func data(of query: String) async -> String {
        guard let table = try? await session.table(QueryRequest(query)) else { return "" }
        let rows = min(table.count, Self.mostRows)
        let counted = table.count == 1 ? "1 row" : "\(table.count) rows"
        var text = "<details><summary>\(query.asHTML), \(counted)</summary>\n<table>\n<tr>"
        for column in table.columns { text += "<th>\(column.name.asHTML)</th>" }
        text += "</tr>\n"
        for row in 0..<rows {
            text += "<tr>"
            for column in table.columns {
                let value = column[row].value
                let shown = value == .null ? "" : value.string ?? value.json
                text += "<td>\(shown.asHTML)</td>"
            }
            text += "</tr>\n"
        }
        return text + "</table>\n" + (rows < table.count ? "<p>…</p>\n" : "") + "</details>\n"
    }

    private static let style = """
        body { font: 15px/1.45 Inter, system-ui, sans-serif; max-width: 86rem; margin: 2rem auto; padding: 0 1rem }
        ul { columns: 14rem; padding-left: 1.2rem }
        section { display: grid; grid-template-columns: minmax(0, 40rem) minmax(0, 1fr); gap: 0 2rem;
          border-top: 1px solid #ccc; margin-top: 2rem; align-items: start }
        h2, details { grid-column: 1 / -1 }
        img { width: 100%; height: auto; border: 1px solid #e2e2e2 }
        pre { margin: 0; padding: .8rem; background: #f5f5f2; overflow: auto; font-size: 12.5px }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0 }
        th, td { border: 1px solid #ddd; padding: .15rem .6rem; text-align: left }
        @media (max-width: 60rem) { section { display: block } }
        """
}

extension Dashboard.Item {
    /// The metadata of this item alone.
    fileprivate var metadata: String {
        let lines = String(decoding: (try? node.xml()) ?? [], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropFirst().joined(separator: "\n")
    }

    /// The queries of the dashboard, without repetitions.
    fileprivate var shownQueries: [String] {
        var known: Set<String> = []
        return queries.filter { known.insert($0).inserted }
    }
}
