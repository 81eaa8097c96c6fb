/// The range that the last search of one kind has scanned, at each encoding level.
///
/// A sender chooses how often a text has what a search begins with. If each search scanned to the end of the text,
/// they would take quadratic time together.
struct LevelSearch {
    struct Result {
        /// From where the search began to the character at which it ended.
        var searched: Range<Int>
        /// The character that was looked for; `nil` if there is none.
        var mark: Int?
    }

    /// The last search of each level.
    private var results: [Int: Result] = [:]

    /// The result of an earlier search that went through `start`, and would now find the same.
    func result(at start: Int, level: Int) -> Result? {
        guard !results.isEmpty, let result = results[level], result.searched.contains(start) else {
            return nil
        }
        return result
    }

    mutating func remember(_ searched: Range<Int>, mark: Int? = nil, level: Int) {
        results[level] = Result(searched: searched, mark: mark)
    }
}

/// What the searches in a text remember, so that none goes through a part of it again.
struct Searches {
    var lists = ListSearch()
    var members = MemberListSearch()
    /// The words without digits in which values were looked for.
    var words = LevelSearch()
    /// The next tags behind start tags.
    var tags = LevelSearch()
    /// The last `@` of each authority, in schemes that need no slash before it.
    var users = LevelSearch()
}
