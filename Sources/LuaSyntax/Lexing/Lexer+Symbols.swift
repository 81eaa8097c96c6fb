extension Lexer {
    /// The symbols by length, longest first, so that `...` is not read as `..` and `.`.
    private static let byLength: [[[UInt8]: Symbol]] = (1...3).reversed().map { length in
        let symbols = Symbol.allCases.filter { $0.rawValue.utf8.count == length }
        return Dictionary(uniqueKeysWithValues: symbols.map { (Array($0.rawValue.utf8), $0) })
    }

    mutating func readSymbol() throws(SyntaxFailure) -> Token.Kind {
        for (index, symbols) in Self.byLength.enumerated() {
            let length = 3 - index
            guard offset + length <= bytes.count else { continue }
            guard let symbol = symbols[Array(bytes[offset..<offset + length])] else { continue }
            offset += length
            return .symbol(symbol)
        }
        let start = offset
        offset += 1
        throw failure(
            "unexpected \(Self.describe(bytes[start]))", at: start,
            hint: ForeignHabits.hint(forByte: bytes[start], next: peek()))
    }

    private static func describe(_ byte: UInt8) -> String {
        if byte > 0x20, byte < 0x7F { return "'\(Character(UnicodeScalar(byte)))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        let name = "byte 0x\(digits.utf8.count < 2 ? "0" : "")\(digits)"
        return byte >= 0x80 ? "\(name): names are made of ASCII letters, digits and '_'" : name
    }
}
