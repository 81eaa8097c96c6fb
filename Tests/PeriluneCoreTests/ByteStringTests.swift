import Testing

@testable import PeriluneCore

struct ByteStringTests {
    @Test func everyByteOfAStringIsCompared() {
        for length in 0...25 {
            let one = String(repeating: "a", count: length)
            #expect(one.hasSameBytes(as: String(repeating: "a", count: length)))
            #expect(!one.hasSameBytes(as: one + "a"))
            for place in 0..<length {
                let other = one.prefix(place) + "b" + one.dropFirst(place + 1)
                #expect(!one.hasSameBytes(as: String(other)))
            }
        }
    }

    @Test func equivalentSpellingsAreDifferent() {
        #expect("\u{e9}" == "e\u{301}")
        #expect(!"\u{e9}".hasSameBytes(as: "e\u{301}"))
        #expect(ByteString("\u{e9}") != ByteString("e\u{301}"))
    }
}
