/// A set of small numbers.
struct Bits {
    private(set) var words: [UInt64]

    init(words: Int) { self.words = Array(repeating: 0, count: words) }

    init(_ positions: [Int], words: Int) {
        self.init(words: words)
        for position in positions { insert(position) }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    func contains(_ position: Int) -> Bool {
        words[position / 64] & 1 << UInt64(position % 64) != 0
    }

    /// False for a position that is too large.
    @discardableResult
    mutating func insert(_ position: Int) -> Bool {
        guard position / 64 < words.count else { return false }
        words[position / 64] |= 1 << UInt64(position % 64)
        return true
    }

    mutating func insert(_ range: Range<Int>) { for position in range { insert(position) } }

    mutating func remove(_ range: Range<Int>) {
        for position in range where position / 64 < words.count {
            words[position / 64] &= ~(1 << UInt64(position % 64))
        }
    }

    mutating func invert() { for word in words.indices { words[word] = ~words[word] } }

    mutating func formUnion(_ other: Bits) {
        for word in words.indices { words[word] |= other.words[word] }
    }

    mutating func formIntersection(_ other: Bits) {
        for word in words.indices { words[word] &= other.words[word] }
    }

    mutating func subtract(_ other: Bits) {
        for word in words.indices { words[word] &= ~other.words[word] }
    }

    /// All numbers below a bound.
    init(below bound: Int) {
        words = Array(repeating: .max, count: (bound + 63) / 64)
        if bound % 64 > 0 { words[bound / 64] = 1 << UInt64(bound % 64) &- 1 }
    }

    /// The numbers below a bound.
    func prefix(_ bound: Int) -> Bits {
        var prefix = Bits(below: bound)
        prefix.formIntersection(self)
        return prefix
    }

    /// Calls `body` with the numbers in order, until it returns false.
    func forEach(_ body: (Int) -> Bool) {
        for (word, value) in words.enumerated() {
            var bits = value
            while bits != 0 {
                guard body(word * 64 + bits.trailingZeroBitCount) else { return }
                bits &= bits - 1
            }
        }
    }
}
