import PeriluneCore

/// Random JSON with few names, so that the same name stands at many places and levels, and documents of one
/// run look alike but are not.
struct RandomDocument {
    private var generator: SplitMix

    init(seed: UInt64) { generator = SplitMix(state: seed) }

    mutating func text(depth: Int = 4) -> String {
        var text = ""
        write(&text, depth: depth)
        return text
    }

    mutating func number(below limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[number(below: list.count)] }

    static let names = [
        "a", "b", "c", "id", "list", "name with space", "é", "\\u0061b", "x\\\"y", "",
    ]

    private mutating func space(_ text: inout String) {
        if number(below: 5) == 0 { text += pick([" ", "  ", "\t"]) }
    }

    private mutating func write(_ text: inout String, depth: Int) {
        switch depth > 0 ? number(below: 9) : 4 + number(below: 3) {
        case 0, 1, 2: object(&text, depth)
        case 3, 7: array(&text, depth)
        case 4:
            text += pick(["0", "-1", "1.50", "1e2", "9007199254740993", "-9223372036854775808"])
        case 5:
            text += pick([
                "\"a\"", "\"\"", "\"\\u00e9\\n\"", "\"b\\u0000\"", "\"😀\"", "\"a\\\":\\\"b\"",
            ])
        default: text += pick(["true", "false", "null"])
        }
    }

    private mutating func object(_ text: inout String, _ depth: Int) {
        var names = Self.names.filter { _ in false }
        for name in Self.names where number(below: 2) == 0 { names.append(name) }
        if number(below: 3) == 0 { names.reverse() }
        if number(below: 12) == 0 { names += (0..<20).map { "more\($0)" } }
        text += "{"
        for (place, name) in names.enumerated() {
            if place > 0 { text += "," }
            space(&text)
            text += "\"\(name)\""
            space(&text)
            text += ":"
            space(&text)
            write(&text, depth: depth - 1)
            space(&text)
        }
        text += "}"
    }

    private mutating func array(_ text: inout String, _ depth: Int) {
        let count = number(below: 8) == 0 ? 9 + number(below: 20) : number(below: 5)
        text += "["
        for place in 0..<count {
            if place > 0 { text += "," }
            space(&text)
            write(&text, depth: depth - 1)
            space(&text)
        }
        text += "]"
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
