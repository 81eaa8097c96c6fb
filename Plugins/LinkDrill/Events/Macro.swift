import PeriluneCore

/// Placeholders such as `{Subcategory@ID}` or `{&Document}`.
///
/// A client replaces them before it follows a link; one that is still there was not replaced.
enum Macro {
    /// The first placeholder of a decoded value, with its braces.
    static func first(in value: String) -> Substring? {
        guard value.utf8.contains(UInt8(ascii: "{")) else { return nil }
        var rest = value[...]
        while let open = rest.firstIndex(of: "{") {
            let body = rest[rest.index(after: open)...]
            guard let close = body.firstIndex(of: "}") else { return nil }
            let name = body[..<close]
            // `{8D679D37-…}` is an identifier in its registry spelling, `{"a":1}` is JSON.
            if !name.isEmpty, !isIdentifier(name), !name.contains("\""), !name.contains("{") {
                return rest[open...close]
            }
            rest = body
        }
        return nil
    }

    private static func isIdentifier(_ text: Substring) -> Bool {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        return digits.count == 32 && digits.allSatisfy { $0.hexadecimalValue != nil }
    }
}
