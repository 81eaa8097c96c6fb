import Foundation
import PeriluneHTTP
import Testing

struct PercentEncodingTests {
    @Test func keepsOnlyUnreservedCharacters() {
        #expect(PercentEncoding.component("aZ09-._~") == "aZ09-._~")
        #expect(PercentEncoding.component("a b/?&=+%é") == "a%20b%2F%3F%26%3D%2B%25%C3%A9")
        #expect(PercentEncoding.form("a b+c") == "a+b%2Bc")
        #expect(PercentEncoding.form([("a b", "c&d"), ("e", "")]) == "a+b=c%26d&e=")
    }

    @Test func decodesWhatItEncodes() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let scalars = (0..<8).map { _ in
                Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &random)) ?? "?"
            }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(PercentEncoding.decode(PercentEncoding.component(text)) == text)
            #expect(PercentEncoding.decodeForm(PercentEncoding.form(text)) == text)
            #expect(PercentEncoding.component(text).removingPercentEncoding == text)
        }
    }

    @Test func decodesPlusAsASpaceOnlyInForms() {
        #expect(PercentEncoding.decode("a+b%20c") == "a+b c")
        #expect(PercentEncoding.decodeForm("a+b%20c") == "a b c")
    }

    @Test(arguments: ["%", "%4", "%zz", "a%", "%ff", "%c3%28"])
    func refusesInvalidPercentEncoding(_ text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }

    @Test func splitsAQueryIntoParameters() throws {
        let query = try #require(QueryPairs("a=1&b=x%26y&&c&a=2&d=e=f&=g&h+i=j+k"))
        #expect(query.pairs.map(\.name) == ["a", "b", "c", "a", "d", "", "h i"])
        #expect(query.pairs.map(\.value) == ["1", "x&y", "", "2", "e=f", "g", "j k"])
        #expect(query["a"] == "1")
        #expect(query["missing"] == nil)
        #expect(QueryPairs("")?.pairs.isEmpty == true)
    }

    @Test func refusesAQueryThatIsBadlyEncodedOrTooLong() {
        #expect(QueryPairs("a=%4") == nil)
        #expect(QueryPairs("a&b&c", most: 2) == nil)
    }
}
