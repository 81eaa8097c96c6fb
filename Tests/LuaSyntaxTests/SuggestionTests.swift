import Testing

@testable import LuaSyntax

struct SuggestionTests {
    @Test(arguments: [
        ("exceute", "execute"), ("Execute", "execute"), ("shouldhandle", "shouldHandle"),
        ("excuteURL", "executeURL"), ("priorty", "priority"), ("wehre", "where"),
    ]) func findsWhatWasMeant(_ typed: String, _ meant: String) {
        #expect(Suggestion.nearest(to: typed, in: UnknownField.known) == meant)
    }

    @Test(arguments: ["", "x", "timeout", "on2no", "handler", String(repeating: "e", count: 500)])
    func suggestsNothingIfNoNameIsNear(_ typed: String) {
        #expect(Suggestion.nearest(to: typed, in: UnknownField.known) == nil)
    }

    @Test func doesNotDependOnTheOrder() {
        #expect(Suggestion.nearest(to: "cat", in: ["bat", "car"]) == "bat")
        #expect(Suggestion.nearest(to: "cat", in: ["car", "bat"]) == "bat")
    }
}
