import LuaSyntax
import Testing

struct MaskedLinesTests {
    @Test(arguments: [
        (#"secret = "hunter2""#, #"secret = "*******""#),
        (#"{ ["client-secret"] = 'ab', url = 'x' }"#, #"{ ["client-secret"] = '**', url = 'x' }"#),
        (#"headers = { ["X-Key"] = "ab", B = "c" }"#, #"headers = { ["X-Key"] = "**", B = "*" }"#),
        (#"password = "a" .. "b""#, #"password = "*" .. "*""#),
        (#"secret = { env = "CRM" }"#, #"secret = { env = "CRM" }"#),
        (#"{ secret = 5, url = "x" }"#, #"{ secret = 5, url = "x" }"#),
        (#"{ token = { "a" }, url = "x" }"#, #"{ token = { "*" }, url = "x" }"#),
        (#"key = "unfinished"#, #"key = ***********"#),
        ("url = 'x'", "url = 'x'"),
        (#"return { key = "all", token = "ab" }"#, #"return { key = "all", token = "**" }"#),
        (#"return { a = { key = "ab" } }"#, #"return { a = { key = "**" } }"#),
    ])
    func hidesWhatLooksLikeASecret(_ text: String, _ shown: String) {
        #expect(MaskedLines(Array(text.utf8)).text(ofLine: 1) == shown)
    }

    @Test func hidesEachLineOfALongText() {
        let lines = MaskedLines(Array("secret = [[ab\ncd]]\nurl = 1".utf8))
        #expect(lines.text(ofLine: 1)?.contains("ab") == false)
        #expect(lines.text(ofLine: 2)?.contains("cd") == false)
        #expect(lines.text(ofLine: 3) == "url = 1")
        #expect(lines.text(ofLine: 4) == nil)
    }
}
