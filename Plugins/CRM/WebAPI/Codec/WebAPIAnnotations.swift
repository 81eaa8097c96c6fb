/// The annotations that a response contains: `Prefer: odata.include-annotations="..."`.
package struct WebAPIAnnotations: Sendable, Hashable {
    private var patterns: [String] = []

    /// Creates an empty set.
    package init() {}

    /// A list with `*` at the end of names; a minus takes out.
    package init(_ list: String) {
        patterns = list.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\"" } }
    }

    /// Whether an annotation with this name is requested; the first matching pattern decides.
    package func includes(_ name: String) -> Bool {
        for pattern in patterns {
            let excludes = pattern.hasPrefix("-")
            let wanted = excludes ? pattern.dropFirst() : pattern[...]
            let fits =
                wanted.hasSuffix("*") ? name.hasPrefix(wanted.dropLast()) : name == wanted[...]
            if fits { return !excludes }
        }
        return false
    }

    /// Whether no annotation is requested.
    package var isEmpty: Bool { patterns.isEmpty }
}
