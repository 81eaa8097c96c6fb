import Testing

@testable import CRMPlugin

/// Identities of records beside a reader and a writer that look at one character after the other.
struct GUIDTests {
    private static let dashes: Set<Int> = [8, 13, 18, 23]

    private static func slowly(_ text: String) -> GUID? {
        var text = text
        if text.hasPrefix("{") {
            guard text.hasSuffix("}") else { return nil }
            text = String(text.dropFirst().dropLast())
        }
        let characters = Array(text.unicodeScalars)
        if characters.count == 36 {
            guard dashes.allSatisfy({ characters[$0] == "-" }) else { return nil }
        }
        let digits = characters.enumerated().filter {
            characters.count != 36 || !dashes.contains($0.offset)
        }.map(\.element)
        guard digits.count == 32 else { return nil }
        var number: UInt128 = 0
        for digit in digits {
            guard digit.isASCII, let value = Character(digit).hexDigitValue else { return nil }
            number = number << 4 | UInt128(value)
        }
        return GUID(high: UInt64(number >> 64), low: UInt64(truncatingIfNeeded: number))
    }

    @Test func isWrittenAsItIsRead() {
        var dice = RandomCRM(seed: 1)
        for _ in 0..<2000 {
            let id = GUID(high: dice.next(), low: dice.next())
            let text = id.description
            #expect(text == text.lowercased() && Self.slowly(text) == id)
            let plain = text.filter { $0 != "-" }
            for form in [text, text.uppercased(), plain, "{\(text)}", "{\(plain.uppercased())}"] {
                #expect(GUID(form) == id, "\(form)")
            }
        }
    }

    @Test func isReadAsByASlowReader() {
        var dice = RandomCRM(seed: 2)
        for _ in 0..<20_000 {
            var bytes = Array(GUID(high: dice.next(), low: dice.next()).description.utf8)
            if dice.chance() { bytes.removeAll { $0 == UInt8(ascii: "-") } }
            if dice.chance(4) { bytes = [UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")] }
            // One byte or two anywhere, of which most make a wrong text.
            for _ in 0..<Int.random(in: 0...2, using: &dice) {
                let place = Int.random(in: 0..<bytes.count, using: &dice)
                bytes[place] = UInt8.random(in: 0...0x7F, using: &dice)
            }
            if dice.chance(8) { bytes.removeLast(Int.random(in: 1...3, using: &dice)) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(GUID(text) == Self.slowly(text), "\(text)")
        }
    }

    @Test(arguments: Array(UInt8.min...UInt8.max))
    func readsOnlyDigits(_ byte: UInt8) {
        for place in 0..<36 where !Self.dashes.contains(place) {
            var bytes = Array(GUID.zero.description.utf8)
            bytes[place] = byte
            let isDigit = byte < 0x80 && Character(UnicodeScalar(byte)).isHexDigit
            #expect((GUID(bytes.span) != nil) == isDigit)
            #expect(GUID.isUsual(bytes.span) == isDigit)
        }
    }
}
