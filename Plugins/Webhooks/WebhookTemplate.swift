import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// A template for an attribute of events, such as `{headers.x-delivery}` or `orders.{body.action}`.
///
/// Its fields are `body`, the headers, and `source`, the name of the endpoint.
struct WebhookTemplate: Sendable, ExpressibleByStringLiteral {
    private let pieces: [Template.Piece]

    /// The paths of the fields; names of headers are in lower case.
    let paths: [FieldPath]

    /// Reads a template of the configuration.
    ///
    /// - Throws: `webhook.configuration` if it is not a template, or names a field that does not exist.
    init(_ text: String) throws(PeriluneError) {
        self.init(try Template(text, code: Webhooks.errorCode))
        for path in paths where !Self.isKnown(path) {
            throw PeriluneError(
                Webhooks.errorCode, "has the unknown field {\(path)}",
                hint: "fields are {body.NAME}, {headers.NAME} and {source}")
        }
    }

    /// Makes a template that is known to be valid.
    init(stringLiteral text: String) {
        self.init(Template(constant: text))
        assert(!pieces.isEmpty && paths.allSatisfy(Self.isKnown), "invalid template \(text)")
    }

    private init(_ template: Template) {
        pieces = template.pieces.map { piece in
            guard case .field(let path) = piece, path.names.first == "headers" else { return piece }
            return .field(FieldPath(path.description.lowercased()))
        }
        paths = pieces.compactMap { if case .field(let path) = $0 { path } else { nil } }
    }

    private static func isKnown(_ path: FieldPath) -> Bool {
        switch path.names.first {
        case "body": true
        case "headers": path.names.count == 2
        case "source": path.names.count == 1
        default: false
        }
    }

    /// The text with the values of all fields; `nil` if one is missing, or the text is empty.
    ///
    /// Numbers are spelled as in the body. `null`, objects and arrays count as missing, and so does a text with U+FFFD:
    /// all halves of surrogate pairs are read as this character, so different ids would be equal.
    func text(_ values: JSONTree) -> String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let plain): text += plain
            case .field(let path):
                switch values[path] {
                case .string(let found)? where !found.isEmpty:
                    if found.unicodeScalars.contains("\u{FFFD}") { return nil }
                    text += found
                case .number(let digits)?: text += digits
                case .bool(let value)?: text += value ? "true" : "false"
                default: return nil
                }
            }
        }
        return text.isEmpty ? nil : text
    }
}
