extension Link {
    /// Composes a link from encoded parts.
    ///
    /// For the parts of a link, the result is its `raw` text, byte for byte.
    public static func text(
        scheme: String?, authority: String?, path: String, query: String?, fragment: String?,
        lacksQuestionMark: Bool = false
    ) -> String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += (lacksQuestionMark ? "" : "?") + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}
