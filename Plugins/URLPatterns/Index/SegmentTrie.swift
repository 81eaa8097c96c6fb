/// A trie over tests of segments, which answers which entries accept a URL.
///
/// An entry is a number, its rank in the order that the owner decided; lower is better. A node
/// has one child for each typed test and any number of literal children, which live in one
/// `EdgeTable`. After a literal child the typed ones are tried too (backtracking): a URL
/// reaches a node at most once, so a lookup visits at most as many nodes as there are, and at
/// most 4 to the power of the segments; branches that cannot beat the best entry are skipped.
struct SegmentTrie: Sendable {
    struct Node: Sendable {
        var integer: UInt32 = 0
        var float: UInt32 = 0
        var digits: UInt32 = 0
        var any: UInt32 = 0
        /// The node whose entries accept every rest, the empty one included.
        var tail: UInt32 = 0
        /// The best entry that ends here; the others follow in `next`.
        var entry = SegmentTrie.none
        /// The best entry here and below.
        var best = SegmentTrie.none
        var hasLiterals = false
        /// Whether tests for suffixes of hosts or, after the host, for prefixes and suffixes of segments follow.
        var hasAffixes = false
        var hasQueryPairs = false
    }

    static let none = Int32.max

    /// Node 0 is not used, so that 0 can mean "no child".
    private(set) var nodes = [Node()]
    private(set) var edges = EdgeTable()
    private(set) var words = WordTable()
    /// For each entry, the next one that ends at the same node.
    private(set) var next: [Int32] = []
    /// The segments of the longest entry.
    private(set) var depth = 0
    /// The lengths of prefixes and suffixes in bytes, each once, ascending.
    private(set) var prefixLengths: [Int] = []
    private(set) var suffixLengths: [Int] = []

    mutating func addRoot() -> UInt32 {
        nodes.append(Node())
        return UInt32(nodes.count - 1)
    }

    /// Adds an entry.
    ///
    /// Entries come from the worst to the best, so that each is put in front.
    mutating func insert(
        _ entry: Int32, from root: UInt32, _ tests: [SegmentTest], openEnded: Bool = false,
        queryPair: String? = nil
    ) {
        depth = max(depth, tests.count)
        var node = root
        nodes[Int(node)].best = entry
        for test in tests {
            node = child(of: node, test)
            nodes[Int(node)].best = entry
        }
        if openEnded {
            node = child(of: node, \.tail)
            nodes[Int(node)].best = entry
        }
        if let queryPair {
            nodes[Int(node)].hasQueryPairs = true
            node = child(of: node, .queryPair, queryPair)
            nodes[Int(node)].best = entry
        }
        if next.count <= Int(entry) {
            let missing = Int(entry) + 1 - next.count
            next.append(contentsOf: repeatElement(Self.none, count: missing))
        }
        next[Int(entry)] = nodes[Int(node)].entry
        nodes[Int(node)].entry = entry
    }

    private mutating func child(of node: UInt32, _ test: SegmentTest) -> UInt32 {
        switch test {
        case .shape(.text): return child(of: node, \.any)
        case .shape(.digits): return child(of: node, \.digits)
        case .shape(.float): return child(of: node, \.float)
        case .shape(.integer): return child(of: node, \.integer)
        case .literal(let text):
            nodes[Int(node)].hasLiterals = true
            return child(of: node, .word, text)
        case .hostSuffix(let text):
            nodes[Int(node)].hasAffixes = true
            return child(of: node, .hostSuffix, text)
        case .affix(let affix):
            nodes[Int(node)].hasAffixes = true
            Self.insert(affix.prefix.utf8.count, into: &prefixLengths)
            Self.insert(affix.suffix.utf8.count, into: &suffixLengths)
            let prefix = child(of: node, .affix, affix.prefix)
            return child(of: child(of: prefix, .affix, affix.suffix), .shape(affix.shape))
        }
    }

    private static func insert(_ length: Int, into lengths: inout [Int]) {
        let position = lengths.firstIndex { $0 >= length } ?? lengths.count
        if position < lengths.count, lengths[position] == length { return }
        lengths.insert(length, at: position)
    }

    private mutating func child(
        of node: UInt32, _ path: WritableKeyPath<Node, UInt32>
    ) -> UInt32 {
        let existing = nodes[Int(node)][keyPath: path]
        if existing != 0 { return existing }
        let child = addRoot()
        nodes[Int(node)][keyPath: path] = child
        return child
    }

    private mutating func child(
        of node: UInt32, _ kind: EdgeTable.Kind, _ text: String
    ) -> UInt32 {
        let word = words.intern(text.utf8)
        let existing = edges.node(from: node, kind, word)
        if existing != 0 { return existing }
        let child = addRoot()
        edges.insert(from: node, kind, word, to: child)
        return child
    }
}
