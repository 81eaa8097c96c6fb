import Testing

@testable import CRMSandboxPlugin

/// What texts a pattern of `like` matches.
struct LikePatternTests {
    @Test(arguments: [
        ("a%", "abc", true), ("a_c", "abc", true), ("a_c", "ac", false),
        ("[a-c]x", "Bx", true), ("[a-c]x", "dx", false), ("[^a-c]x", "dx", true),
        ("[]]", "]", true), ("[%]", "%", true), ("[%]", "a", false),
    ])
    func matches(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(LikePattern(pattern).matches(text.foldedScalars) == isMatch)
    }

    @Test(arguments: ["a[b", "[", "[^", "[^a", "[a-"])
    func aBracketThatIsNotClosedIsACharacter(_ pattern: String) {
        #expect(LikePattern(pattern).matches(pattern.foldedScalars))
        #expect(!LikePattern(pattern).matches("b".foldedScalars))
    }
}
