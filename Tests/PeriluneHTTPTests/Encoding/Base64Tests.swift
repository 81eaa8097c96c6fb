import Foundation
import PeriluneHTTP
import Testing

struct Base64Tests {
    @Test func encodesAsFoundationDoes() {
        for count in 0..<100 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max) }
            let text = Base64.encode(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.decode(text) == bytes)
            #expect(Base64.decodeURL(Base64.encodeURL(bytes)) == bytes)
        }
    }

    @Test func usesTheAlphabetForURLsWithoutPadding() {
        #expect(Base64.encode([251, 255]) == "+/8=")
        #expect(Base64.encodeURL([251, 255]) == "-_8")
        #expect(Base64.decodeURL("-_8") == [251, 255])
        #expect(Base64.decodeURL("+/8") == nil)
        #expect(Base64.decode("-_8=") == nil)
    }

    @Test(arguments: ["A", "AA", "AAA", "A===", "AA=A", "AAB=", "AB==", "AA A", "AAAA\n", "===="])
    func refusesInvalidBase64(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: ["A", "AB", "AAB", "AA=="])
    func refusesInvalidBase64ForURLs(_ text: String) {
        #expect(Base64.decodeURL(text) == nil)
    }
}
