/// Determines which messages of a subject are commits of its log, for a reader that gets them in order.
///
/// A commit names the one that it follows. Servers before 2.11 compare this with the last message before they
/// replicate it, so two commits may follow the same one. The first of them counts; the other one, and everything that
/// follows it, is void. All readers come to the same result, whatever a server has accepted.
struct CommitChain {
    /// The validity of a message.
    enum Link: Equatable {
        case commit
        /// Another commit took its place.
        case void
        /// The commit before it is missing.
        case broken
    }

    /// The number of the last commit.
    private(set) var last: Int
    private var void: Set<Int> = []

    init(after number: Int) { last = number }

    /// Adds the next message, which names the commit before it.
    mutating func append(_ number: Int, after previous: Int) -> Link {
        if previous == last {
            last = number
            return .commit
        }
        // The commit before it cannot be older than the last one, unless another commit took its place.
        guard previous < last || void.contains(previous) else { return .broken }
        void.insert(number)
        return .void
    }
}
