import Perilune
import PeriluneCore
import Testing

struct LogSearchTests {
    private func search(_ text: String, _ body: (LogSearch) throws -> Void) throws {
        let file = try TemporaryFile(Array(text.utf8))
        try withExtendedLifetime(file) { try body(LogSearch(file.path)) }
    }

    private let log = "{\"id\":\"a\"}\n\n{\"id\":\"b\\u0063\"}\nno json\n{\"id\":\"d\"}"

    @Test func findsByTextAndByLine() throws {
        try search(log) { search in
            let found = try search.line(where: "id", is: "bc")
            #expect(found.line == 3)
            #expect(found.before == 1)
            #expect(try search.line(5).json == Array(#"{"id":"d"}"#.utf8))
            #expect(try search.line(after: 0).line == 1)
            #expect(try search.line(after: 1).line == 3)
        }
    }

    @Test func findsInALogOfManyChunks() throws {
        let padding = String(repeating: "x", count: 1000)
        let lines = (1...2000).map { "{\"id\":\"n\($0)\",\"p\":\"\(padding)\"}" }
        try search(lines.joined(separator: "\n")) { search in
            let found = try search.line(where: "id", is: "n1999")
            #expect(found.line == 1999)
            #expect(found.before == 1998)
        }
    }

    @Test func aMissingEventGetsASuggestion() throws {
        try search(log) { search in
            let missing = #expect(throws: PeriluneError.self) {
                try search.line(where: "id", is: "bcc")
            }
            #expect(missing?.code == "event.missing")
            #expect(missing?.hint == "did you mean 'bc'?")
            let blank = #expect(throws: PeriluneError.self) { try search.line(2) }
            #expect(blank?.hint == "the nearest events are at lines 1 and 3")
            #expect(throws: PeriluneError.self) { try search.line(after: 5) }
        }
    }
}
