import PeriluneCore
import PeriluneHTTP

/// The files of the page, which the binary contains.
struct PageFile {
    let type: String
    let bytes: [UInt8]

    init?(_ name: String) {
        if name == "dashboard.css" {
            self.init("text/css; charset=utf-8", Self.style)
        } else if name.hasSuffix(".js"), let script = Self.scripts[String(name.dropLast(3))] {
            self.init("text/javascript; charset=utf-8", script)
        } else {
            return nil
        }
    }

    static let style = PackageResources.dashboard_css
    static let scripts = [
        "chart": PackageResources.chart_js, "dashboard": PackageResources.dashboard_js,
        "elements": PackageResources.elements_js, "gestures": PackageResources.gestures_js,
        "inputs": PackageResources.inputs_js, "server": PackageResources.server_js,
    ].mapValues(withoutComments)

    /// A script without the comments that have lines of their own, and without indentation.
    ///
    /// No line of a script begins within a text.
    private static func withoutComments(_ script: [UInt8]) -> [UInt8] {
        var lines: [ArraySlice<UInt8>] = []
        var isComment = false
        for line in script.split(separator: UInt8(ascii: "\n")) {
            let line = line.drop { $0 == UInt8(ascii: " ") }
            if line.starts(with: "/**".utf8) { isComment = true }
            if !isComment, !line.starts(with: "//".utf8) { lines.append(line) }
            if line.suffix(2).elementsEqual("*/".utf8) { isComment = false }
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    private init(_ type: String, _ bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    private static let html = "text/html; charset=utf-8"

    /// The page of a dashboard, which asks for the figures while its scripts load.
    ///
    /// - Parameters:
    ///   - dashboard: Its name.
    ///   - panels: The panels with their first pictures, as HTML.
    ///   - places: Rules for the places of the panels.
    ///   - isDark: The theme of the pictures; `nil` if the system decides.
    /// - Returns: The answer, whose policy allows its style.
    static func page(
        of dashboard: String, panels: String = "", places: String = "", isDark: Bool? = nil
    ) -> HTTPResponse {
        let style = String(decoding: style, as: UTF8.self) + places
        let text = filled([
            "path": PageRequest.prefix + dashboard.asPathPart, "name": dashboard.asHTML,
            "style": style, "panels": panels,
            "theme": isDark.map { " data-theme=\"\($0 ? "dark" : "light")\"" } ?? "",
        ])
        return .ofPage(html, Array(text.utf8), style: style)
    }

    /// The page with texts in the places of their names: one pass, so that no text is taken for a name.
    private static func filled(_ texts: [String: String]) -> String {
        let parts = String(decoding: PackageResources.dashboard_html, as: UTF8.self)
            .split(separator: "{", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { page, part in
            let halves = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            page += (texts[String(halves[0])] ?? "") + (halves.count > 1 ? halves[1] : "")
        }
    }

    /// The list of the dashboards.
    static func list(_ links: String) -> PageFile {
        let text = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>Dashboards</title>
            <link rel="icon" href="data:,"><link rel="stylesheet" href="/d/_/dashboard.css">
            <main class="list"><h1>Dashboards</h1><ul>\(links)</ul></main></html>

            """
        return PageFile(html, Array(text.utf8))
    }

    var response: HTTPResponse { .ofPage(type, bytes) }
}

extension String {
    /// The text escaped for a part of a path.
    var asPathPart: String { PercentEncoding.component(self) }

    /// As text or an attribute of a page.
    ///
    /// Scalar by scalar: a sign with an accent on it is still a sign for browsers.
    var asHTML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// As the beginning of identifiers in a page: different names stay different.
    var asIdentifier: String { "p" + Hexadecimal.encode(Array(utf8)) }
}
