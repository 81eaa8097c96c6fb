import PeriluneTestKit
import Testing

@testable import PeriluneCore

struct TypePatternTests {
    @Test(arguments: [
        ("link.drill", "link.drill", true), ("link.drill", "link.url", false),
        ("link.*", "link.drill", true), ("link.*", "link.drill.late", true),
        ("link.*", "link", false), ("link.*", "links.drill", false), ("*", "link", true),
        ("*", "a.b.c", true), ("*", "", false), ("*.*", "link", false), ("*.*", "a.b", true),
        ("crm.*.update", "crm.lead.update", true), ("crm.*.update", "crm.update", false),
        ("crm.*.update", "crm.a.update.update", true), ("*.update", "crm.lead.update", true),
        ("*.update", "update", false), ("a.*.b.*.c", "a.x.b.b.c.c", true),
        ("link.drill", "link.drill.late", false), ("link.drill.late", "link.drill", false),
    ])
    func matches(_ pattern: String, _ type: String, _ expected: Bool) throws {
        #expect(try TypePattern(pattern).matches(type) == expected)
    }

    @Test func agreesWithAnExhaustiveSearch() throws {
        var random = SeededGenerator(seed: 11)
        var matched = 0
        for _ in 0..<20_000 {
            let pattern = (0..<random.number(1...5)).map { _ in
                random.one(of: ["a", "b", "*", "*"])
            }
            let type = (0..<random.number(1...7)).map { _ in random.one(of: ["a", "b"]) }
            let expected = Self.search(pattern[...], type[...])
            let found = try TypePattern(pattern.joined(separator: "."))
                .matches(type.joined(separator: "."))
            #expect(found == expected, "\(pattern) \(type)")
            if found { matched += 1 }
        }
        #expect(matched > 2000)
    }

    /// Every star tries every length.
    private static func search(_ pattern: ArraySlice<String>, _ type: ArraySlice<String>) -> Bool {
        guard let first = pattern.first else { return type.isEmpty }
        if first != "*" {
            return type.first == first && search(pattern.dropFirst(), type.dropFirst())
        }
        return !type.isEmpty
            && (1...type.count).contains { search(pattern.dropFirst(), type.dropFirst($0)) }
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", "a*", "*a.b", "a.**"])
    func refuses(_ pattern: String) {
        #expect {
            try TypePattern(pattern)
        } throws: {
            ($0 as? PeriluneError)?.code == "interest.type"
        }
    }
}
