/// Finds which of many conditions, such as those on the host of a link, one event can meet together.
///
/// A condition is a chain of keys, the widest first: `org`, `example.org`, `www.example.org`. Two conditions can be
/// met together if one chain is a prefix of the other, and the shorter one then covers the longer one. A key always
/// has the same keys before it. An empty chain is always met.
struct MeetingIndex {
    typealias Chain = [String]

    /// The number of words in a bit set of all positions.
    private let words: Int
    private var asking = Members()
    /// By key, the positions whose chain ends with it, and those whose chain contains it.
    private var ending: [String: Members] = [:]
    private var holding: [String: Members] = [:]

    /// Ascending positions, as a list while there are few.
    private struct Members {
        private var list: [Int] = []
        private var bits: Bits?
        private var last = -1

        mutating func insert(_ position: Int, _ words: Int) {
            guard position != last else { return }
            last = position
            if bits == nil, list.count == words {
                bits = Bits(list, words: words)
                list = []
            }
            if bits == nil { list.append(position) } else { bits?.insert(position) }
        }

        /// Adds the positions to a bit set, which may be shorter.
        func add(to row: inout Bits) {
            if let bits { return row.formUnion(bits) }
            for position in list where !row.insert(position) { return }
        }
    }

    /// Creates an index for positions below `count`.
    init(count: Int) { words = (count + 63) / 64 }

    /// Adds a position, higher than those before; of several chains any will do.
    mutating func add(_ position: Int, _ chains: [Chain]) {
        guard !chains.contains([]) else { return }
        asking.insert(position, words)
        for chain in chains {
            for key in chain { holding[key, default: Members()].insert(position, words) }
            guard let key = chain.last else { continue }
            ending[key, default: Members()].insert(position, words)
        }
    }

    /// Keeps the positions that can be met together with one of the chains.
    func keepMeeting(_ chains: [Chain], in row: inout Bits) {
        guard !chains.contains([]) else { return }
        intersect(&row) { found in
            for chain in chains {
                for key in chain.dropLast() { ending[key]?.add(to: &found) }
                if let key = chain.last { holding[key]?.add(to: &found) }
            }
        }
    }

    /// Keeps the positions that cover all of the chains.
    func keepCovering(_ chains: [Chain], in row: inout Bits) {
        for chain in chains { keepEnding(with: chain, in: &row) }
    }

    /// Keeps the positions with an empty chain, or one that ends with one of the keys.
    func keepEnding(with keys: [String], in row: inout Bits) {
        intersect(&row) { found in
            for key in keys { ending[key]?.add(to: &found) }
        }
    }

    private func intersect(_ row: inout Bits, withUnconditionalOr add: (inout Bits) -> Void) {
        guard !row.isEmpty else { return }
        var found = Bits(words: row.words.count)
        asking.add(to: &found)
        found.invert()
        add(&found)
        row.formIntersection(found)
    }
}
