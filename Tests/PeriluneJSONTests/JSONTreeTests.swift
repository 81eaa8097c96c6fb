import PeriluneCore
import PeriluneJSON
import Testing

struct JSONTreeTests {
    /// Names that share their length and their ends, so that they share a slot.
    private static let names =
        (0..<300).map { "attribute-\($0 + 100)-of-a-record" } + [
            "n", "a name with \\n escapes in it", "Namen mit Umlauten wie \u{e4}",
            "sixteen letters.",
        ]

    @Test(arguments: [
        #"{"n":1,"password":{"a":[1]},"token":null,"x":[{"key":"DB_PASSWORD","value":2}]}"#,
        #"["--password","a","-token","-x","b"]"#, #"[["a?pwd=x&y=1",true,"--token",7]]"#,
        #"{"name":"size","value":"a","auth":false}"#,
    ])
    func secretsAreMaskedAsInValues(_ json: String) throws {
        var writer = JSONWriter()
        writer.write(Redaction.redact(try JSONTree(Array(json.utf8))))
        #expect(try Value(json: writer.text) == Redaction.redact(Value(json: json)))
    }

    @Test func numbersBesideSecretsKeepTheirDigits() throws {
        var writer = JSONWriter()
        let json = #"{"n":[1e400,1.10,18446744073709551616],"pwd":98765432109876543210}"#
        writer.write(Redaction.redact(try JSONTree(Array(json.utf8))))
        #expect(writer.text == #"{"n":[1e400,1.10,18446744073709551616],"pwd":"***"}"#)
    }

    @Test(arguments: [("a.pwd[1]", "***"), ("a.b[]", "x")])
    func aPathMayShowThatAValueIsSecret(path: String, shown: String) {
        #expect(Redaction.redact(JSONTree.string("x"), at: path) == .string(shown))
        #expect(Redaction.redact(JSONTree.null, at: path) == .null)
    }

    @Test func repeatedLongNamesAreReadCorrectly() throws {
        let record = "{" + Self.names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        let tree = try JSONTree(Array("[\(record),\(record),{\"a\":\(record)}]".utf8))
        let records = try #require(tree.elements)
        let expected = Self.names.map { $0.contains("\\n") ? "a name with \n escapes in it" : $0 }
        for record in [records[0], records[1], try #require(records[2]["a"])] {
            #expect(record.members.map(\.name) == expected)
        }
    }
}
