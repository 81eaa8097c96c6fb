/// The literal edges of all nodes of a trie in one table: (node, word) to node.
///
/// One table instead of one a node: a lookup touches one cache line an edge, however many
/// children the node has.
struct EdgeTable: Sendable {
    /// The meaning of the second half of a key, if it is not a plain word.
    enum Kind: UInt32 {
        case word = 0
        /// The word is the rest of a host after one of its dots.
        case hostSuffix = 0x4000_0000
        /// The word is a `name=value` of the query.
        case queryPair = 0x8000_0000
        /// The word is a prefix of a segment or, after that, its suffix.
        case affix = 0xC000_0000
    }

    private struct Slot: Sendable {
        var key = UInt64.max
        var node: UInt32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 16)
    private var count = 0

    /// The node that an edge leads to, or 0.
    func node(from parent: UInt32, _ kind: Kind, _ word: UInt32) -> UInt32 {
        let key = Self.key(parent, kind, word)
        var index = slot(of: key)
        while slots[index].key != .max {
            if slots[index].key == key { return slots[index].node }
            index = (index + 1) & (slots.count - 1)
        }
        return 0
    }

    /// Adds an edge that is not there yet.
    mutating func insert(from parent: UInt32, _ kind: Kind, _ word: UInt32, to node: UInt32) {
        count += 1
        if count * 2 > slots.count {
            let old = slots
            slots = [Slot](repeating: Slot(), count: old.count * 2)
            for slot in old where slot.key != .max { place(slot) }
        }
        place(Slot(key: Self.key(parent, kind, word), node: node))
    }

    private mutating func place(_ slot: Slot) {
        var index = self.slot(of: slot.key)
        while slots[index].key != .max { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private static func key(_ parent: UInt32, _ kind: Kind, _ word: UInt32) -> UInt64 {
        UInt64(parent) << 32 | UInt64(word | kind.rawValue)
    }

    /// Fibonacci hashing: the high half of the product depends on every bit of the key.
    private func slot(of key: UInt64) -> Int {
        Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }
}
