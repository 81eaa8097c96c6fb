/// Compares names in natural order: `Week 9` before `Week 10`, ignoring case.
enum NaturalOrder {
    static func precedes(_ left: String, _ right: String) -> Bool {
        let (a, b) = (parts(left), parts(right))
        for (one, other) in zip(a, b) where one != other {
            switch (one, other) {
            case (.digits(let x), .digits(let y)):
                if x.count != y.count { return x.count < y.count }
                return x.lexicographicallyPrecedes(y)
            case (.letters(let x), .letters(let y)): return x < y
            case (.digits, .letters): return true
            case (.letters, .digits): return false
            }
        }
        return a.count != b.count ? a.count < b.count : left < right
    }

    private enum Part: Hashable {
        case letters(String)
        /// Without leading zeros, of any length.
        case digits([UInt8])
    }

    private static func parts(_ text: String) -> [Part] {
        var parts: [Part] = []
        var rest = Array(text.lowercased().utf8)[...]
        while let first = rest.first {
            let areDigits = Ascii.digits.contains(first)
            let part = rest.prefix { Ascii.digits.contains($0) == areDigits }
            rest = rest.dropFirst(part.count)
            parts.append(
                areDigits
                    ? .digits(Array(part.drop { $0 == UInt8(ascii: "0") }))
                    : .letters(String(decoding: part, as: UTF8.self)))
        }
        return parts
    }
}
