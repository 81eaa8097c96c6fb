extension Link {
    /// The type of the event of following a link: whether it has an `evt` parameter, and whether it is valid.
    package static func eventType(of url: String) -> String {
        guard LinkReading.problem(of: url.utf8.span) == nil else { return "link.invalid" }
        return (try? Link(url))?["evt"] != nil ? "link.drill" : "link.url"
    }
}
