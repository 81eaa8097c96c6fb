import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct CaseFoldingTests {
    private func compare(_ one: String, _ other: String) -> Int {
        CaseFolding.compare(one.utf8.span, other.utf8.span).signum()
    }

    @Test func caseIsIgnoredInEveryScript() {
        #expect(compare("HARBOUR", "harbour") == 0)
        #expect(compare("ÄÖÜ", "äöü") == 0)
        #expect(compare("ΑΒΓ", "αβγ") == 0)
        #expect(compare("a", "b") == -1)
        #expect(compare("ä", "a") == 1)
    }

    @Test func aPrefixComesFirst() {
        #expect(compare("har", "HARBOUR") == -1)
        #expect(compare("", "a") == -1)
        #expect(compare("", "") == 0)
    }

    @Test func theOrderIsThatOfTheFoldedTexts() {
        // The slow way: fold both, compare scalar by scalar.
        func slow(_ one: String, _ other: String) -> Int {
            let (a, b) = (
                Array(CaseFolding.fold(one).unicodeScalars),
                Array(CaseFolding.fold(other).unicodeScalars)
            )
            return a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
        }
        let letters = Array("aAbBzZ_0ßẞäÄéÉΣσςKkıİ🙂")
        for _ in 0..<3000 {
            func text() -> String {
                String((0..<Int.random(in: 0...4)).compactMap { _ in letters.randomElement() })
            }
            let (one, other) = (text(), text())
            #expect(compare(one, other) == slow(one, other), "\(one) \(other)")
            #expect(compare(one, other) == -compare(other, one))
        }
    }
}
