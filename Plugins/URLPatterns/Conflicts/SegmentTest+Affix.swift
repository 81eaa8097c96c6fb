import PeriluneLinks

extension SegmentTest {
    /// Whether it accepts every text that another one accepts.
    func covers(_ other: SegmentTest) -> Bool {
        switch (self, other) {
        case (.shape(.text), _): return true
        case (.affix(let wide), .affix(let narrow)):
            guard narrow.prefix.utf8.starts(with: wide.prefix.utf8),
                narrow.suffix.utf8.reversed().starts(with: wide.suffix.utf8.reversed())
            else { return false }
            return wide.shape == .text || TextPairs(self, other).covers
        // The ends of numbers differ.
        case (.affix, .shape), (.affix, .hostSuffix), (.literal, .affix): return false
        case (.affix, .literal), (.shape, .affix): return TextPairs(self, other).covers
        default: return chain.covers(other.chain)
        }
    }

    /// A text that both accept, with escapes.
    func example(with other: SegmentTest) -> String? {
        switch (self, other) {
        case (.shape(.text), .affix(let affix)), (.affix(let affix), .shape(.text)):
            return affix.example
        case (.affix(let one), .affix(let other)) where one.shape == .text && other.shape == .text:
            guard let prefix = Self.longer(one.prefix, other.prefix, { $0 }),
                let suffix = Self.longer(one.suffix, other.suffix, { $0.reversed() })
            else { return nil }
            return AffixTest(prefix: prefix, suffix: suffix, shape: .text).example
        default:
            return TextPairs(self, other).common.map {
                PercentEscapes.encode(String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// The longer of two texts if it begins with the other, both read in the given order.
    private static func longer(
        _ one: String, _ other: String, _ order: ([UInt8]) -> [UInt8]
    ) -> String? {
        let (long, short) = one.utf8.count < other.utf8.count ? (other, one) : (one, other)
        return order(Array(long.utf8)).starts(with: order(Array(short.utf8))) ? long : nil
    }
}

extension AffixTest {
    /// A text that passes, with escapes.
    var example: String {
        PercentEscapes.encode(prefix) + (shape == .text ? "x" : "7") + PercentEscapes.encode(suffix)
    }

    /// The narrowest shape that all texts have.
    var outerShape: TextShape {
        // Other characters are in no number.
        let isNumeric = (prefix + suffix).utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
        guard shape != .text, isNumeric else { return .text }
        return [.integer, .float].first { SegmentTest.shape($0).covers(.affix(self)) } ?? .text
    }
}

/// Compares two tests over all texts.
///
/// Each test is a finite automaton over bytes. All pairs of states that the two reach are visited, so the results are
/// exact.
private struct TextPairs {
    /// A text that both accept, one of the shortest.
    private(set) var common: [UInt8]?
    /// Whether the first accepts every text that the second accepts.
    private(set) var covers = true

    private struct Pair: Hashable {
        var one: TextMachine
        var other: TextMachine
    }

    init(_ one: SegmentTest, _ other: SegmentTest) {
        let machines = (TextMachine.Test(one), TextMachine.Test(other))
        let fixed = Set(machines.0.fixed + machines.1.fixed)
        // Other digits and letters are like the first ones that are not fixed.
        let others = ["7890123456", "xyzabcdfghijklmnopqrstuvw"].compactMap { list in
            list.utf8.first { !fixed.contains($0) }
        }
        let alphabet = fixed.union(others).union(".eE-+".utf8).sorted()
        let start = Pair(one: TextMachine(machines.0), other: TextMachine(machines.1))
        var visited: Set = [start]
        var pending = [(start, [UInt8]())]
        var next = 0
        while next < pending.count {
            let (pair, text) = pending[next]
            next += 1
            let accepts = (pair.one.accepts(machines.0), pair.other.accepts(machines.1))
            // Segments are not empty.
            if accepts.0, accepts.1, common == nil, !text.isEmpty { common = text }
            if accepts.1, !accepts.0 { covers = false }
            for byte in alphabet {
                var following = pair
                following.other.read(byte, machines.1)
                following.one.read(byte, machines.0)
                guard !following.other.hasFailed, visited.insert(following).inserted else {
                    continue
                }
                pending.append((following, text + [byte]))
            }
        }
    }
}

/// The places in a test that a text can lead to.
private struct TextMachine: Hashable {
    /// A test as fixed text around a shape; a literal has none.
    struct Test {
        var prefix: [UInt8] = []
        var suffix: [UInt8] = []
        var shape: TextShape?

        init(_ test: SegmentTest) {
            switch test {
            case .literal(let text), .hostSuffix(let text): prefix = Array(text.utf8)
            case .shape(let shape): self.shape = shape
            case .affix(let affix):
                (prefix, suffix) = (Array(affix.prefix.utf8), Array(affix.suffix.utf8))
                shape = affix.shape
            }
        }

        var fixed: [UInt8] { prefix + suffix }
    }

    private enum Place: Hashable {
        case prefix(Int)
        case middle(NumberScanner)
        case text
        case suffix(Int)
    }

    private var places: Set<Place> = []

    init(_ test: Test) { enter(.prefix(0), test) }

    var hasFailed: Bool { places.isEmpty }

    func accepts(_ test: Test) -> Bool { places.contains(.suffix(test.suffix.count)) }

    mutating func read(_ byte: UInt8, _ test: Test) {
        let before = places
        places = []
        for place in before {
            switch place {
            case .prefix(let index) where index < test.prefix.count && test.prefix[index] == byte:
                enter(.prefix(index + 1), test)
            case .suffix(let index) where index < test.suffix.count && test.suffix[index] == byte:
                enter(.suffix(index + 1), test)
            case .middle(var scanner):
                scanner.advance(with: byte)
                if !scanner.hasFailed { enter(.middle(scanner), test) }
            case .text: enter(.text, test)
            case .prefix, .suffix: continue
            }
        }
    }

    /// Adds a place, and those that can be reached from it without a byte.
    private mutating func enter(_ place: Place, _ test: Test) {
        guard places.insert(place).inserted else { return }
        switch place {
        case .prefix(test.prefix.count):
            switch test.shape {
            case nil: enter(.suffix(0), test)
            case .text: enter(.text, test)
            default: enter(.middle(NumberScanner()), test)
            }
        case .text: enter(.suffix(0), test)
        case .middle(let scanner) where scanner.shape >= test.shape ?? .text:
            enter(.suffix(0), test)
        default: return
        }
    }
}
