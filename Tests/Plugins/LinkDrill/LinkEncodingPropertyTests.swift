import PeriluneCore
import PeriluneTestKit
import Testing

@testable import LinkDrillPlugin

/// What is written is read as the same structure, whatever characters it holds.
struct LinkEncodingPropertyTests {
    private static let pieces = [
        ";", ":", ",", "|", "^", "%5e", "%5E", "%", "%7C", "%FF", "&", "=", "#", "?", "+", " ", "/",
        "\\",
        "{&D}", "{", "}", "'", "\"", "é", "e\u{301}", "😀", "\t", "\r\n", "\0", "a", "B", "1",
        "evt=",
    ]
    private static let links = [
        "mstr://?evt=4001&reportID=A", "mstr://evt=4001&x=%7e|y", "mstripad://?evt=2048001#top",
        "https://bi.example.com/servlet/mstrWeb?evt=4001&Project=a+b", "mstrWeb?evt=4001",
        "Main.aspx",
        "mstr://?pKey=old|older&valuePromptAnswers=1^2&evt=1&elementsPromptAnswers=A;A:1%5eN",
    ]

    private var generator = SeededGenerator(seed: 7)

    private mutating func text(without banned: Character? = nil) -> String {
        let text = generator.text(of: Self.pieces, upTo: 6)
        return banned.map { banned in text.filter { $0 != banned } } ?? text
    }

    private mutating func list<Element>(_ make: (inout Self) -> Element) -> [Element] {
        (0..<generator.number(1...4)).map { _ in make(&self) }
    }

    private mutating func values() -> Value {
        .array(
            list { test in
                let text = test.text(without: "^")
                return text.isEmpty ? .null : .string(text)
            })
    }

    private mutating func elements() -> Value {
        .array(
            list { test in
                let attribute = "a" + test.text()
                let elements = test.list { test -> Value in
                    var element = Value.Members([
                        ("attribute", .string(attribute)), ("id", .string(test.text(without: "^"))),
                    ])
                    if test.generator.number(0...1) == 0 {
                        element["displayName"] = .string(test.text())
                    }
                    return .object(element)
                }
                return ["attribute": .string(attribute), "elements": .array(elements)]
            })
    }

    @Test mutating func aWrittenStructureIsReadBackEqually() throws {
        for _ in 0..<1_000 {
            let before = try Link(generator.one(of: Self.links))
            let keys = Value.array(list { .string($0.text()) })
            let names = Value.array(list { .string($0.text()) })
            let prompts: Value = ["values": values(), "elements": elements()]
            let plain = text()
            let written = try QueryText.link(
                before,
                withStructured: [
                    "pKey": keys, "psName": names, "valuePromptAnswers": prompts["values"] ?? .null,
                    "elementsPromptAnswers": prompts["elements"] ?? .null, "note": .string(plain),
                ])
            let after = try Link(written)
            let read = LinkTable.value(of: after)
            #expect(read["prompts"] == prompts, "\(written)")
            #expect(read["lists"] == ["pKey": keys, "psName": names], "\(written)")
            #expect(read["parameters"]?["note"] == .string(plain), "\(written)")
            #expect(after.eventNumber == before.eventNumber)
            #expect(read["warnings"]?.array?.contains { $0["code"] == "link.prompt" } == false)
            for kept in before.parameters where after.parameters(named: kept.name).count == 1 {
                guard StructuredParameter.types[kept.name] == nil else { continue }
                #expect(after[kept.name]?.text == kept.text)
            }
            // And the text of the prompts alone.
            let appended = try Link("mstr://?evt=4001&" + QueryText.prompts(prompts))
            #expect(LinkTable.value(of: appended)["prompts"] == prompts)
        }
    }

    /// Any link can be written again from what was read of it, also one that does not follow the grammar.
    @Test mutating func aReadStructureIsWrittenBackEqually() throws {
        for _ in 0..<4_000 {
            let text = generator.text(
                of: [";", ":", ",", "|", "^", "%5e", "A", "%41", "%2C", "%FF", "+"], upTo: 12)
            for plusIsSpace in [false, true] {
                let values = ValuePromptAnswers(encoded: text, plusIsSpace: plusIsSpace)
                #expect(
                    ValuePromptAnswers(encoded: values.encoded, plusIsSpace: plusIsSpace) == values)
                let list = ParameterList(encoded: text, plusIsSpace: plusIsSpace)
                #expect(ParameterList(encoded: list.encoded, plusIsSpace: plusIsSpace) == list)
                let elements = ElementPromptAnswers(encoded: text, plusIsSpace: plusIsSpace)
                let again = ElementPromptAnswers(
                    encoded: elements.encoded, plusIsSpace: plusIsSpace)
                #expect(again.prompts == elements.prompts, "\(text)")
            }
        }
    }
}
