import PeriluneCore
import PeriluneTestKit
import Testing

/// Searches that stand before those of the standard library.
struct SearchingTests {
    @Test func findsWhatASlowSearchFinds() {
        var random = SeededGenerator(seed: 3)
        func bytes(_ length: Int) -> [UInt8] {
            (0..<length).map { _ in UInt8.random(in: 0..<3, using: &random) }
        }
        for _ in 0..<2000 {
            let whole = bytes(Int.random(in: 0..<12, using: &random))
            let part = bytes(Int.random(in: 0..<4, using: &random))
            let first = (0...whole.count).first { whole[$0...].starts(with: part) }
            #expect(whole.firstRange(of: part) == first.map { $0..<$0 + part.count })
            #expect(whole.contains(part) == (first != nil))
        }
    }

    @Test func comparesCharactersOfTexts() {
        #expect("caf\u{E9} noir".contains("cafe\u{301}"))
        #expect(!"e\u{301}".contains("e" as String))
        #expect(!"a\r\nb".contains("\n" as String))
        #expect("".contains(""))
        #expect("a, b"[...].contains(", "))
    }

    @Test func replacesEachOccurrence() {
        #expect("a.b..c".replacing(".", with: "::") == "a::b::::c")
        #expect("aaa".replacing("aa", with: "a") == "aa")
        #expect("say \"no\"".replacing("\"", with: "\"\"") == "say \"\"no\"\"")
        #expect("unchanged".replacing("x", with: "y") == "unchanged")
    }
}
