/// Which messages of a subject are commits of its log, for a reader that gets them in order.
///
/// A commit names the one that it follows. Servers before 2.11 compare that with the last message before they replicate it,
/// so two commits may follow the same one. The first of them counts. The other one is void, and so is what follows it. All
/// readers decide the same, whatever a server has accepted.
struct CommitChain {
    /// What a message is.
    enum Link: Equatable {
        case commit
        /// Another commit has its place.
        case void
        /// The commit that it follows is missing.
        case broken
    }

    /// The number of the last commit.
    private(set) var last: Int
    private var void: Set<Int> = []

    init(after number: Int) { last = number }

    /// Takes the next message, which follows the commit with a number.
    mutating func append(_ number: Int, after previous: Int) -> Link {
        if previous == last {
            last = number
            return .commit
        }
        // What a commit follows is never before the last one, unless another commit had its place.
        guard previous < last || void.contains(previous) else { return .broken }
        void.insert(number)
        return .void
    }
}
