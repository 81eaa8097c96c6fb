import PeriluneCore
import PeriluneLinks
import Testing

struct RedactionTests {
    @Test(arguments: [
        (
            "http://h/mstrWeb?evt=4001&uid=bob&pwd=s3cret&x=1",
            "http://h/mstrWeb?evt=4001&uid=***&pwd=***&x=1"
        ),
        (
            "mstr://?PWD=a&Access_Token=b&x-api-key=c&newPassword=d",
            "mstr://?PWD=***&Access_Token=***&x-api-key=***&newPassword=***"
        ),
        ("https://bob:s3cret@h/p?x=1", "https://***@h/p?x=1"),
        ("https:bob:pw@h/", "https:***@h/"), ("https:\\\\bob:pw@h", "https:\\\\***@h"),
        ("https:///bob:pw@h/", "https:///***@h/"), ("https://b:p@ss@h/", "https://***@h/"),
        ("//bob:pw@h/", "//***@h/"),
        ("https://h/#token=abc&y=2", "https://h/#token=***&y=2"),
        ("https://h/?pwd=a#f", "https://h/?pwd=***#f"),
        ("mstr://pwd=a&evt=1", "mstr://pwd=***&evt=1"),
        ("a?pwd=a%26b%3Dc&x=1", "a?pwd=***&x=1"), ("a?%70wd=a", "a?%70wd=***"),
        ("a?pwd%3Da&x=1", "a?pwd%3D***&x=1"), ("a?pwd=a=b;c&x=1", "a?pwd=***&x=1"),
        (
            "r?url=https%3A%2F%2Fu%3Ap%40h%2F%3Fpwd%3Dx%26y%3D1&z=2",
            "r?url=https%3A%2F%2F***%40h%2F%3Fpwd%3D***%26y%3D1&z=2"
        ),
        ("r?u=a%253Fpwd%253Dx%2526y%253D1%26z%3D1", "r?u=a%253Fpwd%253D***%2526y%253D1%26z%3D1"),
        ("r?u=https:%2F%2Fu:p@h", "r?u=https:%2F%2F***@h"), ("pwd=a", "pwd=***"),
    ])
    func masksSecrets(text: String, expected: String) {
        #expect(Redaction.redact(text) == expected)
    }

    @Test(arguments: [
        "mstr://?evt=4001&reportID=8D679D3711D3E4981000E787EC6DE8A4&psKey=a|b^c", "", "a?pwd=&x=1",
        "mailto:a@b.example?subject=x", "mstr://?x={City@ID}&author=me&tokenize=1&key=K",
        "https://evil.com\\@good.com/", "see https: a@b",
        "mstr://evt=1&x={City@ID}", "a?q=%zz%&b=%25%3D", "https://h/@user/?x=a@b", "tel:+1",
    ])
    func leavesTheRestAlone(text: String) {
        #expect(Redaction.redact(text) == text)
    }

    @Test func masksPromptAnswersWhenAsked() {
        let text = "mstr://?evt=4001&valuePromptAnswers=1%5e2&elementsPromptAnswers=A;A:1"
        #expect(Redaction.redact(text) == text)
        #expect(
            Redaction.redact(text, promptAnswers: true)
                == "mstr://?evt=4001&valuePromptAnswers=***&elementsPromptAnswers=***")
    }

    @Test func masksSecretsInValues() {
        let value: Value = [
            "url": "mstr://?pwd=a", "list": ["b?token=c", 1, nil], "pwd": "d", "uid": 7,
            "token": nil, "auth": ["x": "y"],
        ]
        #expect(
            Redaction.redact(value) == [
                "url": "mstr://?pwd=***", "list": ["b?token=***", 1, nil], "pwd": "***",
                "uid": "***", "token": nil, "auth": "***",
            ])
    }

    @Test func noSecretSurvives() throws {
        let names = ["uid", "PWD", "password", "token", "access_token", "api_key", "Auth", "p%77d"]
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<20_000 {
            let secret =
                "S3" + generator.text(of: ["%26", "%3D", "=", "@", "/", "%", "é"], upTo: 4)
                + "CRET"
            let before = generator.text(of: linkPieces, upTo: 8)
            let name = names.randomElement(using: &generator) ?? ""
            let after = generator.text(of: linkPieces, upTo: 8)
            let text = before + "?a=1&" + name + "=" + secret + "&" + after
            let redacted = Redaction.redact(text)
            #expect(!redacted.contains("CRET"), "\(text)")
            #expect(redacted.contains("***"))
            #expect(Redaction.redact(redacted) == redacted, "\(text)")
        }
    }

    @Test func noUserInfoSurvives() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<5_000 {
            let after = generator.text(of: linkPieces, upTo: 8)
            let text = "https://bob:S3CRET@host/" + after
            #expect(!Redaction.redact(text).contains("S3CRET"))
        }
    }

    @Test func changesNothingWhereNoSecretIs() {
        var generator = SeededGenerator(seed: 7)
        let pieces = linkPieces.filter { !$0.contains("@") }
        for _ in 0..<10_000 {
            let text = generator.text(of: pieces, upTo: 12)
            #expect(Redaction.redact(text).utf8.elementsEqual(text.utf8))
        }
    }
}
