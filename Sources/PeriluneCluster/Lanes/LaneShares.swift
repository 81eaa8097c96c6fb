/// Decides which lanes a member takes and gives up, so that all members have the same number, give or take one.
///
/// Every member decides for itself, from the same leases. Lanes that some member cannot read are not counted: the
/// first member that can read such a lane takes it in addition to its share.
struct LaneShares {
    /// The lanes of this member.
    let mine: Set<Int>
    /// The lanes of other members.
    let taken: Set<Int>
    /// The number of lanes.
    let lanes: Int
    /// The members that take lanes, in order, without this member while it is drained.
    let members: [String]
    /// The lanes that a member cannot read, by member.
    var unreadable: [String: Set<Int>] = [:]
    let me: String

    /// The number of generally readable lanes that this member should have.
    var share: Int {
        guard let rank = members.firstIndex(of: me) else { return 0 }
        let (count, lanes) = (members.count, ordinary.count)
        return lanes / count + (rank < lanes % count ? 1 : 0)
    }

    /// Lanes without a member that this member should take.
    var wanted: [Int] {
        let free = (0..<lanes).filter { !mine.contains($0) && !taken.contains($0) }
        let missing = max(0, share - mine.count { ordinary.contains($0) })
        return free.filter(ordinary.contains).prefix(missing)
            + free.filter { !ordinary.contains($0) && isFirstReader(of: $0) }
    }

    /// Lanes that this member should give up.
    var surplus: [Int] {
        mine.filter(ordinary.contains).sorted().dropFirst(share)
            + mine.filter { !ordinary.contains($0) && !isFirstReader(of: $0) }.sorted()
    }

    private var ordinary: Set<Int> {
        Set(0..<lanes).subtracting(members.flatMap { unreadable[$0] ?? [] })
    }

    private func isFirstReader(of lane: Int) -> Bool {
        members.first { unreadable[$0]?.contains(lane) != true } == me
    }
}
