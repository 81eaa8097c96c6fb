extension Link {
    /// Writes a link from parts that are encoded already; the opposite of taking it apart.
    ///
    /// For the parts of a link this gives its `raw` text back, byte for byte.
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
