/// Patterns of paths (glob) as `fnmatch` reads them: `*`, `?`, `[a-z]`, and `\` before a character that stands for itself.
package enum Glob {
    private static let special = Set(#"*?[\"#.utf8)
    private static let backslash = UInt8(ascii: "\\")

    /// The pattern that a text alone matches.
    package static func exactly(_ text: String) -> String {
        guard text.utf8.contains(where: special.contains) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if special.contains(byte) { bytes.append(backslash) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text that alone matches a pattern; `nil` if others may match it.
    package static func text(of pattern: String) -> String? {
        guard pattern.utf8.contains(where: special.contains) else { return pattern }
        var bytes: [UInt8] = []
        for element in elements(pattern) {
            guard case .byte(let byte) = element else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a path may match both patterns.
    ///
    /// Where the patterns leave it open, such as for classes of characters, the answer is yes.
    package static func overlap(_ one: String, _ other: String) -> Bool {
        let one = elements(one)
        let other = elements(other)
        // Pairs of places in the patterns that the same beginning of a path can reach.
        var seen = [Bool](repeating: false, count: (one.count + 1) * (other.count + 1))
        var pairs = [(0, 0)]
        while let (first, second) = pairs.popLast() {
            let number = first * (other.count + 1) + second
            if seen[number] { continue }
            seen[number] = true
            let left = first < one.count ? one[first] : nil
            let right = second < other.count ? other[second] : nil
            if left == nil, right == nil { return true }
            // A `*` may end here, or take what the other pattern takes.
            if case .any = left { pairs.append((first + 1, second)) }
            if case .any = right { pairs.append((first, second + 1)) }
            guard let left, let right, left.meets(right) else { continue }
            pairs.append((left.next(first), right.next(second)))
        }
        return false
    }

    /// A part of a pattern.
    private enum Element {
        case byte(UInt8)
        /// One of these bytes.
        case oneOf(Set<UInt8>)
        /// Any byte but `/`.
        case one
        /// Any number of bytes but `/`.
        case any

        /// Whether both may match the same byte.
        func meets(_ other: Element) -> Bool {
            switch (self, other) {
            case (.byte(let byte), _): other.contains(byte)
            case (_, .byte(let byte)): contains(byte)
            case (.oneOf(let bytes), _): bytes.contains(where: other.contains)
            default: true
            }
        }

        func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .byte(let own): own == byte
            case .oneOf(let bytes): bytes.contains(byte)
            case .one, .any: byte != UInt8(ascii: "/")
            }
        }

        /// The place after a byte that it has matched.
        func next(_ place: Int) -> Int {
            if case .any = self { place } else { place + 1 }
        }
    }

    private static func elements(_ pattern: String) -> [Element] {
        var elements: [Element] = []
        var bytes = Array(pattern.utf8)[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "*"): elements.append(.any)
            case UInt8(ascii: "?"): elements.append(.one)
            case backslash: elements.append(.byte(bytes.popFirst() ?? byte))
            case UInt8(ascii: "["): elements.append(bracket(&bytes))
            default: elements.append(.byte(byte))
            }
        }
        return elements
    }

    /// Reads what follows a `[`.
    private static func bracket(_ rest: inout ArraySlice<UInt8>) -> Element {
        var bytes = rest
        var found: Set<UInt8> = []
        let isNegated = bytes.first == UInt8(ascii: "!") || bytes.first == UInt8(ascii: "^")
        if isNegated { bytes.removeFirst() }
        var isFirst = true
        var isPlain = !isNegated
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "]"), !isFirst {
                rest = bytes
                return isPlain ? .oneOf(found) : .one
            }
            isFirst = false
            // A class such as `[:digit:]`; what it contains is left open.
            if byte == UInt8(ascii: "["), let mark = bytes.first, ":.=".utf8.contains(mark) {
                isPlain = false
                bytes.removeFirst()
                guard let end = bytes.firstIndex(of: mark) else { break }
                bytes = bytes[(end + 1)...]
                _ = bytes.popFirst()
                continue
            }
            let low = byte == backslash ? bytes.popFirst() ?? byte : byte
            guard bytes.first == UInt8(ascii: "-"), let end = bytes.dropFirst().first,
                end != UInt8(ascii: "]")
            else {
                found.insert(low)
                continue
            }
            bytes.removeFirst(2)
            let high = end == backslash ? bytes.popFirst() ?? end : end
            if low <= high { found.formUnion(low...high) }
        }
        // Without a `]`, it stands for itself.
        return .byte(UInt8(ascii: "["))
    }
}
