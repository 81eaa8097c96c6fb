import CPeriluneJSON
import Testing

/// Paths that are looked up in document after document.
struct PathTests {
    private let parser = TestParser()

    private func names(_ random: inout SeededGenerator) -> [String] {
        let names = ["a", "b", "ab", "id", "\\", "a\\u0062", "abcdefghi", "abcdefghij", "é", ""]
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in names.random(&random) }
    }

    /// Objects with the same names in nearly the same order, so that the places of before are right for many.
    private func object(_ random: inout SeededGenerator, depth: Int = 2) -> String {
        var names = [
            "a", "b", "ab", "id", #"\\"#, #"a\\u0062"#, "abcdefghi", "abcdefghij", "é", "",
        ]
        if random.chance(1, in: 5) { names[1] = #"\u0062"# }
        if random.chance(1, in: 3) { names.swapAt(0, Int.random(in: 1...3, using: &random)) }
        let members = names.compactMap { name -> String? in
            if random.chance(1, in: 8) { return nil }
            let value =
                depth > 0 && random.chance(1, in: 2)
                ? object(&random, depth: depth - 1)
                : ["1", "\"\"", "null", "\"x\"", "[{\"a\":1}]", "{}", "-0.5"].random(&random)
            return "\"\(name)\": \(value)"
        }
        return "{\(members.joined(separator: random.chance(1, in: 2) ? "," : " , "))}"
    }

    @Test func leadToTheMembersOfEachDocument() {
        var random = SeededGenerator(seed: 9)
        var found = 0
        for _ in 0..<60 {
            let names = names(&random)
            var path = cpj_path()
            defer { cpj_path_free(&path) }
            for name in names {
                let text = name.utf8.map { CChar(bitPattern: $0) }
                #expect(cpj_path_add(&path, text, text.count))
            }
            for _ in 0..<60 {
                let text = random.chance(1, in: 20) ? "[{\"a\":1}]" : object(&random)
                parser.parse(text) { outcome in
                    guard outcome.status == CPJ_OK else {
                        Issue.record("\(outcome.message): \(text)")
                        return
                    }
                    var node: UInt32 = 0
                    for (number, name) in names.enumerated() where number == 0 || node != 0 {
                        node = outcome.document.member(node, name)
                    }
                    let answer = withUnsafePointer(to: outcome.document) {
                        cpj_path_find(&path, $0)
                    }
                    #expect(answer == node, "\(names) in \(text)")
                    if node != 0 { found += 1 }
                }
            }
        }
        #expect(found > 500)
    }

    @Test(arguments: [
        (#"{"a":"x\n"}"#, #"x\n"#), (#"{"a": -1.50 }"#, "-1.50"), (#"{"a":true}"#, "true"),
        (#"{"a":""}"#, nil), (#"{"a":null}"#, nil), (#"{"a":{}}"#, nil), (#"{"a":[1]}"#, nil),
        (#"{"b":1}"#, nil), (#"["a",1]"#, nil),
    ])
    func giveTheTextOfStringsAndScalars(document: String, text: String?) {
        var path = cpj_path()
        defer { cpj_path_free(&path) }
        #expect(cpj_path_add(&path, "a", 1))
        parser.parse(document) { outcome in
            var found = cpj_text()
            let isThere = withUnsafePointer(to: outcome.document) {
                cpj_path_text(&path, $0, &found)
            }
            #expect((isThere ? String(decoding: found.array, as: UTF8.self) : nil) == text)
        }
    }
}
