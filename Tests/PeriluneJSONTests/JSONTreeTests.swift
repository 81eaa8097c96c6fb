import PeriluneJSON
import Testing

struct JSONTreeTests {
    /// Names that share their length and their ends, so that they share a slot.
    private static let names =
        (0..<300).map { "attribute-\($0 + 100)-of-a-record" } + [
            "n", "a name with \\n escapes in it", "Namen mit Umlauten wie \u{e4}",
            "sixteen letters.",
        ]

    @Test func longNamesThatComeAgainStayTheirOwn() throws {
        let record = "{" + Self.names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        let tree = try JSONTree(Array("[\(record),\(record),{\"a\":\(record)}]".utf8))
        let records = try #require(tree.elements)
        let expected = Self.names.map { $0.contains("\\n") ? "a name with \n escapes in it" : $0 }
        for record in [records[0], records[1], try #require(records[2]["a"])] {
            #expect(record.members.map(\.name) == expected)
        }
    }
}
