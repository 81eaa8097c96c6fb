/// Which lanes a member takes and gives up, so that each member has the same number of them, give or take one.
///
/// Every member decides for itself, from the same entries.
struct LaneShares {
    /// The lanes of this member.
    let mine: Set<Int>
    /// Those of others.
    let taken: Set<Int>
    /// All lanes, from 0.
    let lanes: Int
    /// The members, this one too, in order.
    let members: [String]
    let me: String

    /// How many lanes this member should have.
    var share: Int {
        let rank = members.firstIndex(of: me) ?? 0
        let count = max(1, members.count)
        return lanes / count + (rank < lanes % count ? 1 : 0)
    }

    /// Lanes that nobody has and that this member should take.
    var wanted: [Int] {
        let free = (0..<lanes).filter { !mine.contains($0) && !taken.contains($0) }
        return Array(free.prefix(max(0, share - mine.count)))
    }

    /// Lanes that this member should leave to others.
    var surplus: [Int] { Array(mine.sorted().dropFirst(share)) }
}
