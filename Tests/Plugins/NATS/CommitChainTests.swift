import Testing

@testable import PeriluneNATS

/// Which messages of a subject are commits.
struct CommitChainTests {
    /// What each message is; a message is its number, and the one that it follows.
    private func links(after start: Int, _ messages: [(Int, Int)]) -> [CommitChain.Link] {
        var chain = CommitChain(after: start)
        return messages.map { chain.append($0, after: $1) }
    }

    @Test func aMessageThatFollowsTheLastCommitIsACommit() {
        #expect(links(after: 0, [(1, 0), (4, 1), (9, 4)]) == [.commit, .commit, .commit])
    }

    @Test func theFirstOfTwoMessagesThatFollowTheSameCommitWins() {
        #expect(links(after: 3, [(5, 3), (6, 3), (8, 5)]) == [.commit, .void, .commit])
    }

    @Test func aMessageThatFollowsAVoidOneIsVoid() {
        #expect(
            links(after: 3, [(5, 3), (6, 3), (7, 6), (8, 7), (9, 5)])
                == [.commit, .void, .void, .void, .commit])
    }

    @Test func aReaderThatStartsLaterDecidesTheSame() {
        #expect(links(after: 5, [(6, 3), (7, 6), (8, 5)]) == [.void, .void, .commit])
    }

    @Test func aCommitWhosePredecessorIsMissingBreaksTheChain() {
        #expect(links(after: 3, [(9, 7)]) == [.broken])
    }
}
