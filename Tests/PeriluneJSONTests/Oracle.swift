/// JSON as RFC 8259 writes it, slow and plain: what the parser is compared with.
struct Oracle {
    indirect enum Node {
        case scalar(raw: [UInt8])
        case string(raw: [UInt8], text: [UInt8])
        case array(raw: [UInt8], [Node])
        case object(raw: [UInt8], [(name: [UInt8], value: Node)])

        var raw: [UInt8] {
            switch self {
            case .scalar(let raw), .string(let raw, _), .array(let raw, _), .object(let raw, _): raw
            }
        }
    }

    private struct Refused: Error {}

    private let bytes: [UInt8]
    private var at = 0

    /// The document, or `nil` if it is none.
    static func read(_ bytes: [UInt8]) -> Node? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var oracle = Oracle(bytes: bytes)
        return try? oracle.document()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: Character? { at < bytes.count ? Character(Unicode.Scalar(bytes[at])) : nil }

    private mutating func document() throws -> Node {
        let root = try value(depth: 0)
        skipSpace()
        if at < bytes.count { throw Refused() }
        return root
    }

    private mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    }

    private mutating func consume(if expected: Character) -> Bool {
        guard next == expected else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws -> Node {
        skipSpace()
        let start = at
        switch next {
        case "{":
            let members = try members(depth: depth + 1)
            return .object(raw: Array(bytes[start..<at]), members)
        case "[":
            let elements = try elements(depth: depth + 1)
            return .array(raw: Array(bytes[start..<at]), elements)
        case "\"":
            let text = try string()
            return .string(raw: Array(bytes[start..<at]), text: text)
        case "t": try word("true")
        case "f": try word("false")
        case "n": try word("null")
        default: try number()
        }
        return .scalar(raw: Array(bytes[start..<at]))
    }

    private mutating func members(depth: Int) throws -> [(name: [UInt8], value: Node)] {
        if depth > 200 { throw Refused() }
        at += 1
        skipSpace()
        if consume(if: "}") { return [] }
        var members: [(name: [UInt8], value: Node)] = []
        var names: Set<[UInt8]> = []
        while true {
            skipSpace()
            let name = try string()
            if !names.insert(name).inserted { throw Refused() }
            skipSpace()
            if !consume(if: ":") { throw Refused() }
            members.append((name, try value(depth: depth)))
            skipSpace()
            if consume(if: "}") { return members }
            if !consume(if: ",") { throw Refused() }
        }
    }

    private mutating func elements(depth: Int) throws -> [Node] {
        if depth > 200 { throw Refused() }
        at += 1
        skipSpace()
        if consume(if: "]") { return [] }
        var elements: [Node] = []
        while true {
            elements.append(try value(depth: depth))
            skipSpace()
            if consume(if: "]") { return elements }
            if !consume(if: ",") { throw Refused() }
        }
    }

    private mutating func word(_ word: String) throws {
        for letter in word where !consume(if: letter) { throw Refused() }
    }

    private mutating func digits() throws {
        let start = at
        while let next, ("0"..."9").contains(next) { at += 1 }
        if at == start { throw Refused() }
    }

    private mutating func number() throws {
        _ = consume(if: "-")
        if !consume(if: "0") { try digits() }
        if consume(if: ".") { try digits() }
        if consume(if: "e") || consume(if: "E") {
            if !consume(if: "+") { _ = consume(if: "-") }
            try digits()
        }
    }

    /// The text of a string, unescaped; a surrogate without its partner becomes U+FFFD.
    private mutating func string() throws -> [UInt8] {
        if !consume(if: "\"") { throw Refused() }
        var text: [UInt8] = []
        var units: [UInt16] = []  // of \u escapes in a row
        func flush() {
            text += String(decoding: units, as: UTF16.self).utf8
            units = []
        }
        while true {
            guard let next, bytes[at] >= 0x20 else { throw Refused() }
            at += 1
            if next == "\\" {
                guard let letter = self.next else { throw Refused() }
                at += 1
                if letter == "u" {
                    units.append(try unit())
                    continue
                }
                let escapes: [Character: UInt8] = [
                    "\"": 34, "\\": 92, "/": 47, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
                ]
                guard let byte = escapes[letter] else { throw Refused() }
                flush()
                text.append(byte)
                continue
            }
            flush()
            if next == "\"" { return text }
            text.append(bytes[at - 1])
        }
    }

    private mutating func unit() throws -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next?.hexDigitValue else { throw Refused() }
            unit = unit << 4 | UInt16(digit)
            at += 1
        }
        return unit
    }
}
