/// A type of the service's schema, as a row of a table.
enum SchemaType {
    /// A record: elements in their order, each optional and nillable.
    case record(String, base: String? = nil, [(name: String, type: String)])
    /// A list of elements of one name.
    case list(String, of: String, type: String)
    /// A word out of several.
    case words(String, [String])
    /// A text that follows a pattern, or a built-in type under another name.
    case text(String, base: String, pattern: String? = nil)

    var name: String {
        switch self {
        case .record(let name, _, _), .list(let name, _, _), .words(let name, _),
            .text(let name, _, _):
            name
        }
    }
}
