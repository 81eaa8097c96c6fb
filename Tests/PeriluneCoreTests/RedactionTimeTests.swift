import PeriluneCore
import Testing

/// Texts in which a search begins very often: quadratic time would be minutes.
struct RedactionTimeTests {
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            " ", "%20", "password->", "password: [ ", "password: ", "\\", "password: |\n ",
            "password: |\n", "password: !a ", "password: ''' ", "cookie: =\"", #"password: |\n "#,
            "password: | # ", #"\"password\":\""#,
            #"password\\\"#,
        ])
    func longTextsTakeLinearTime(_ piece: String) {
        let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
        #expect(!Redaction.redact("r\(text)x").isEmpty)
        #expect(!Redaction.redact("password:\(text)x").isEmpty)
    }

    @Test(.timeLimit(.minutes(5)))
    func manyNamesInOneListTakeLinearTime() {
        let text = String(repeating: "token: [ ", count: 20_000) + "]"
        #expect(Redaction.redact(text) == text)
        #expect(Redaction.redact(text + "password: [ x ]") == text + "password: [ *** ]")
    }

    /// What begins a search that finds nothing up to the end of the text, or only there.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("http:", "", "http:"), ("http:", "@h", "***@h"), ("ftp:x ", "", "ftp:x "),
            ("http:https%3A", "/", "http:https%3A"), ("%3Cpassword>", "", "%3Cpassword>"),
            ("%3Cpassword>", "<a>", "%3Cpassword>"),
            ("%253Cpassword%3E%3Cpassword>", "<a>", "%253Cpassword%3E%3Cpassword>"),
            (#""password":["#, "{", #""password":["#),
            ("&#6", "1;", "&#6"),
            (#"<a name="password" "#, "", #"<a name="password" "#),
        ])
    func searchesWithoutAResultTakeLinearTime(_ piece: String, end: String, shown: String) {
        let count = 200_000 / piece.utf8.count
        let text = String(repeating: piece, count: count) + end
        let masked = Redaction.redact(text)
        if shown == piece {
            #expect(masked == text)
        } else {
            #expect(masked == piece + shown)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func listsThatBeginInStringsOfOthersTakeLinearTime() {
        let piece = #"is\""password":[""--password","#
        let text = String(repeating: piece, count: 200_000 / piece.utf8.count) + "{"
        #expect(!Redaction.redact(text).isEmpty)
    }

    /// A long word is a value, but a shorter one is searched again for each name in it.
    @Test(.timeLimit(.minutes(5)), arguments: ["token:", "token->"])
    func manyNamesInOneWordTakeLinearTime(_ name: String) {
        let word = String(repeating: name, count: 4000 / name.utf8.count)
        let text = String(repeating: word + " ", count: 250)
        #expect(Redaction.redact(text) == text)
        #expect(Redaction.redact(word + "a1") == name + "***")
    }

    /// Each level is searched on its own: a text with a thousand levels would take seconds.
    @Test(arguments: [(32, "***"), (33, "bob:pw")])
    func aLinkInMoreThanThirtyTwoLinksIsNotSearched(level: Int, shown: String) {
        let escape = "%" + String(repeating: "25", count: level - 1)
        let text = "u=https\(escape)3A\(escape)2F\(escape)2F"
        #expect(Redaction.redact(text + "bob:pw\(escape)40h") == text + shown + "\(escape)40h")
    }

    /// What an earlier search went through holds for the rest of it only.
    @Test(arguments: [
        ("http:a@http:b@c/http:d@e", "http:***@c/http:***@e"),
        ("http:a http:b/c@d http:e@f", "http:a http:b/c@d http:***@f"),
        ("http:a%2Fhttp%3Ab@c", "http:***@c"),
        ("http%3Aa%2Fhttp:b%40c@d", "http%3Aa%2Fhttp:***@d"),
        ("%3Cpassword>a<b><password>c</password>", "%3Cpassword>a<b><password>***</password>"),
        ("%3Cpassword>%3Cpassword%3Ea%3C/b", "%3Cpassword>%3Cpassword%3E***%3C/b"),
        (#""token":[[],{}],"token":["a"]"#, #""token":[[],{}],"token":[***]"#),
        (#""token":["a",["b",{}]],"token":["a",["b"]]"#, #""token":["a",["b",{}]],"token":[***]"#),
        (#""token":["token":["a"],{}]"#, #""token":["token":[***],{}]"#),
        ("token:token:a token:b1", "token:token:a token:***"),
        ("token:password:b", "token:password:***"),
    ])
    func aSecretBehindASearchWithoutAResultIsMasked(text: String, shown: String) {
        #expect(Redaction.redact(text) == shown)
    }
}
