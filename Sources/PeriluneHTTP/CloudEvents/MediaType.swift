/// A media type without its parameters, in lower case.
package struct MediaType {
    /// Type and subtype: `application/json`; empty if the header is.
    package let name: String
    /// Whether the charset, if there is one, is UTF-8.
    package let isUTF8: Bool

    /// The most frequent type, which is not parsed.
    private static let usual = "application/cloudevents+json"

    package init(_ header: String) {
        if header == Self.usual {
            (name, isUTF8) = (header, true)
            return
        }
        let parts = header.split(separator: ";", omittingEmptySubsequences: false)
        name = Self.trimmed(parts.first ?? "").lowercased()
        isUTF8 = parts.dropFirst().allSatisfy { part in
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, Self.trimmed(sides[0]).lowercased() == "charset" else {
                return true
            }
            let charset = Self.trimmed(sides[1]).lowercased()
            return ["utf-8", "\"utf-8\"", "us-ascii"].contains(charset)
        }
    }

    /// Whether the type is JSON.
    package var isJSON: Bool {
        name == "application/json" || name == "text/json" || name.hasSuffix("+json")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let front = text.drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
        return front[...last]
    }
}
