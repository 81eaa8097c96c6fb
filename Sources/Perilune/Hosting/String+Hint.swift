extension String {
    /// A hint, and more after it; a question such as "did you mean 'a'?" stays a sentence of its own.
    package static func hint(_ first: String?, and more: String) -> String {
        first.map { $0.hasSuffix("?") ? "\($0) \(more)" : "\($0); \(more)" } ?? more
    }
}
