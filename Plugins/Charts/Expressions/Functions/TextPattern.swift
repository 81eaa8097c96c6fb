/// A pattern of `Match`: `^ $ . \ [ ] * + ?`.
///
/// All positions that could be reached are followed at once, so that the time is that of text times pattern
/// whatever they are.
struct TextPattern: Sendable {
    private var items: [Item] = []
    private var isAnchoredAtStart = false
    private var isAnchoredAtEnd = false
    let isNothing: Bool

    private struct Item {
        var test: Test
        var mayBeLeftOut = false
        var mayRepeat = false
    }

    private enum Test {
        case any
        case character(Character)
        case oneOf([ClosedRange<Character>], isNegated: Bool)

        func accepts(_ character: Character) -> Bool {
            switch self {
            case .any: true
            case .character(let expected): character == expected
            case .oneOf(let ranges, let isNegated):
                ranges.contains { $0.contains(character) } != isNegated
            }
        }
    }

    /// In place of a pattern that is wrong: it is found nowhere.
    static let nothing = TextPattern()

    private init() { isNothing = true }

    /// `nil` if a bracket is not closed, a range runs backwards, or nothing precedes `*`, `+` or `?`.
    init?(_ text: String) {
        isNothing = false
        var rest = text[...]
        if rest.first == "^" {
            isAnchoredAtStart = true
            rest.removeFirst()
        }
        while let character = rest.popFirst() {
            switch character {
            case "$" where rest.isEmpty: isAnchoredAtEnd = true
            case ".": items.append(Item(test: .any))
            case "*", "+", "?":
                guard let last = items.indices.last, !items[last].mayBeLeftOut,
                    !items[last].mayRepeat
                else { return nil }
                items[last].mayBeLeftOut = character != "+"
                items[last].mayRepeat = character != "?"
            case "[":
                guard let test = Self.set(&rest) else { return nil }
                items.append(Item(test: test))
            case "]": return nil
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                items.append(Item(test: .character(escaped)))
            default: items.append(Item(test: .character(character)))
            }
        }
    }

    /// Reads a set in brackets: `[a-z0-9]`, `[^a]`.
    private static func set(_ rest: inout Substring) -> Test? {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let character = rest.popFirst() {
            if character == "]" {
                return ranges.isEmpty ? nil : .oneOf(ranges, isNegated: isNegated)
            }
            guard let low = character == "\\" ? rest.popFirst() : character else { return nil }
            var high = low
            if rest.first == "-", let next = rest.dropFirst().first, next != "]" {
                rest.removeFirst(2)
                guard let end = next == "\\" ? rest.popFirst() : next else { return nil }
                high = end
            }
            guard low <= high else { return nil }
            ranges.append(low...high)
        }
        return nil
    }

    /// Whether it is found anywhere.
    func isFound(in text: String) -> Bool {
        guard !isNothing else { return false }
        // `reached[i]`: the items before i have been matched up to here.
        var reached = [Bool](repeating: false, count: items.count + 1)
        var next = reached
        enter(0, &reached)
        for character in text {
            if reached[items.count], !isAnchoredAtEnd { return true }
            for index in next.indices { next[index] = false }
            var isAlive = false
            for index in items.indices
            where reached[index] && items[index].test.accepts(character) {
                if items[index].mayRepeat { next[index] = true }
                enter(index + 1, &next)
                isAlive = true
            }
            if !isAnchoredAtStart { enter(0, &next) } else if !isAlive { return false }
            swap(&reached, &next)
        }
        return reached[items.count]
    }

    /// Also reaches the items after optional ones.
    private func enter(_ index: Int, _ reached: inout [Bool]) {
        var index = index
        while !reached[index] {
            reached[index] = true
            guard index < items.count, items[index].mayBeLeftOut else { return }
            index += 1
        }
    }
}
