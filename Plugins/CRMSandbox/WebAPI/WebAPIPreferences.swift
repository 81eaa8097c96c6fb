import CRMPlugin
import PeriluneCore

/// The `Prefer` headers of a request.
struct WebAPIPreferences {
    /// Whether the response to a write contains the record.
    var returnsRepresentation = false
    var pageSize: Int?
    var annotations = WebAPIAnnotations()
    /// Whether a batch continues after a failure.
    var continuesOnError = false
    /// The preferences that were applied, as the response lists them.
    private(set) var applied: [String] = []

    init(_ headers: HTTPHeaders) {
        for header in headers.all("Prefer") {
            for preference in Self.split(header) { apply(preference) }
        }
    }

    private mutating func apply(_ preference: String) {
        let parts = preference.split(separator: "=", maxSplits: 1)
        let value = parts.count == 2 ? parts[1].filter { $0 != "\"" } : ""
        switch (parts.first?.lowercased(), value) {
        case ("return", "representation"): returnsRepresentation = true
        case ("return", "minimal"): returnsRepresentation = false
        case ("odata.maxpagesize", _):
            guard let size = Int(value), size > 0 else { return }
            pageSize = min(size, 5000)
        case ("odata.include-annotations", _): annotations = WebAPIAnnotations(value)
        case ("odata.continue-on-error", ""), ("odata.continue-on-error", "true"):
            continuesOnError = true
        default: return
        }
        applied.append(preference)
    }

    /// At the commas that are not within quotes.
    private static func split(_ header: String) -> [String] {
        var quoted = false
        return header.split { character in
            if character == "\"" { quoted.toggle() }
            return (character == "," || character == ";") && !quoted
        }.map { String($0.drop { $0 == " " }) }
    }
}
