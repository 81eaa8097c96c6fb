import PeriluneCore
import Testing

@testable import LinkDrillPlugin

/// What `link.with` and `link.prompts` write.
struct LinkEncodingTests {
    @Test(arguments: [
        (
            #"link.with("mstr://?evt=2048076&psKey=K|L&x=%7e", { pKey = { "C;1", "D|2" }, y = "a|b" })"#,
            #""mstr://?evt=2048076&psKey=K|L&x=%7e&pKey=C%3B1|D%7C2&y=a%7Cb""#
        ),
        (
            #"link.with("mstr://?evt=4001&valuePromptAnswers=1&z", { valuePromptAnswers = { 2026, json.null, "a,b c" } })"#,
            #""mstr://?evt=4001&valuePromptAnswers=2026%5e%5ea%2Cb%20c&z""#
        ),
        (
            #"link.with("mstr://?evt=4001", { elementsPromptAnswers = { { attribute = "A", elements = { { id = "1:2", displayName = "N^M" }, 7 } }, { attribute = "B", elements = { { attribute = "B", id = "x" } } } } })"#,
            #""mstr://?evt=4001&elementsPromptAnswers=A;A:1%3A2%5eN%5EM;A:7,B;B:x""#
        ),
        (
            #"link.prompts { values = { "1" }, elements = { { attribute = "A", elements = { "1" } } } }"#,
            #""elementsPromptAnswers=A;A:1&valuePromptAnswers=1""#
        ),
        (#"link.prompts {}"#, #""""#),
        (#"link.with("mstr://?evt=1&pKey=a|b", { pKey = json.null })"#, #""mstr://?evt=1""#),
        (#"link.with("mstr://?evt=1&pKey=a|b", { pKey = {} })"#, #""mstr://?evt=1""#),
        (#"link.with("mstr://?evt=1", { pKey = "a" })"#, #""mstr://?evt=1&pKey=a""#),
        (#"link.with("mstr://?evt=1&a=1", { a = { 1, "b;c" } })"#, #""mstr://?evt=1&a=1&a=b%3Bc""#),
        (
            #"link.with("mstr://?Server=s&evt=1&a=1&evt=2", { Server = "t", a = 2 })"#,
            #""mstr://?Server=t&evt=1&a=2&evt=2""#
        ),
        (
            #"link.parse("mstr://?evt=2048076&pKey=a|b%7Cc&psKey=").lists"#,
            #"{"pKey":["a","b|c"],"psKey":[""]}"#
        ),
        (#"link.parse("mstr://?evt=3995").lists == nil"#, "true"),
    ])
    func encodesLinks(expression: String, expected: String) async throws {
        #expect(try await LinkHost.lua(expression) == expected)
    }

    @Test(arguments: [
        (#"link.prompts { values = { "a^b" } }"#, "link.prompts"),
        (#"link.prompts { values = { "" } }"#, "link.prompts"),
        (#"link.prompts { values = { { 1 } } }"#, "url.query"),
        (#"link.prompts { objects = { "1" } }"#, "link.prompts"),
        (#"link.prompts { elements = { "A" } }"#, "link.prompts"),
        (#"link.prompts { elements = { { elements = { "1" } } } }"#, "link.prompts"),
        (#"link.prompts { elements = { { attribute = "A" } } }"#, "link.prompts"),
        (
            #"link.prompts { elements = { { attribute = "A", elements = { { id = "1^2" } } } } }"#,
            "link.prompts"
        ),
        (
            #"link.prompts { elements = { { attribute = "A", elements = { { name = "1" } } } } }"#,
            "link.prompts"
        ),
        (
            #"link.prompts { elements = { { attribute = "A", elements = { { displayName = "N" } } } } }"#,
            "link.prompts"
        ),
        (
            #"link.prompts { elements = { { attribute = "A", elements = { { attribute = "B", id = 1 } } } } }"#,
            "link.prompts"
        ),
        (#"link.with("mstr://?evt=1", { pKey = "a|b" })"#, "link.list"),
        (#"link.with("mstr://?evt=1&a=1&evt=2&a=2", { a = 3 })"#, "link.events"),
        (#"link.with("mstr://?evt=1&evt=2", { evt = 3 })"#, "link.events"),
        (#"link.with("https://h:99999/", {})"#, "url.invalid"),
    ])
    func refusesValuesThatALinkCannotExpress(expression: String, code: String) async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await LinkHost.lua(expression)
        }
        #expect(error?.code.rawValue == code)
        #expect(error?.hint != nil)
    }
}
