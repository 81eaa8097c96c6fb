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

    @Test func coverageAndExamplesAreWhatMatchingSays() throws {
        let parts = ["a", "b", "*"]
        var patterns: [String] = parts
        for one in parts {
            for other in parts {
                patterns.append("\(one).\(other)")
                patterns += parts.map { "\(one).\(other).\($0)" }
            }
        }
        // Of up to five parts, with one that no pattern names: enough to tell such patterns apart.
        var types: [String] = []
        var last = [""]
        for _ in 0..<5 {
            last = last.flatMap { type in
                ["a", "b", "c"].map { type.isEmpty ? $0 : "\(type).\($0)" }
            }
            types += last
        }
        let matched = try patterns.map { text in
            let pattern = try TypePattern(text)
            return Set(types.filter(pattern.matches))
        }
        for (one, wide) in patterns.enumerated() {
            for (other, narrow) in patterns.enumerated() {
                let (left, right) = (try TypePattern(wide), try TypePattern(narrow))
                #expect(left.covers(right) == matched[one].isSuperset(of: matched[other]))
                let shared = matched[one].intersection(matched[other])
                let example = left.example(alsoOf: right)
                #expect((example == nil) == shared.isEmpty, "\(wide) \(narrow)")
                if let example { #expect(left.matches(example) && right.matches(example)) }
                let long = left.example(alsoOf: right, atLeast: 4)
                let hasLong = shared.contains { $0.split(separator: ".").count >= 4 }
                #expect((long != nil) == hasLong, "\(wide) \(narrow)")
            }
        }
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
