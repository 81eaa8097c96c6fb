import Foundation
import PeriluneCore
import PeriluneTestKit
import Testing

struct RedactionTests {
    /// A text and what is shown of it.
    struct Row: CustomTestStringConvertible, Sendable {
        let text: String
        let shown: String
        var testDescription: String { text }
    }

    static let rows: [Row] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Data/redaction.tsv")
        let lines = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return lines.split(separator: "\n").filter { !$0.hasPrefix("# ") }.map { line in
            let parts = line.split(separator: "\t").map {
                String($0).replacing("␉", with: "\t").replacing("␊", with: "\n")
            }
            return Row(text: parts[0], shown: parts.last ?? "")
        }
    }()

    @Test func aPlainTextIsNeitherMaskedNorEscaped() {
        var generator = SeededGenerator(seed: 9)
        let pieces = [
            "a", "J", "eyJ", "AKIA", "=", ":", "@", "%", "<", "--", " -", "Bearer ", "\"", "\\",
            "\n", "é", "pwd",
            "0123456789", "-", ".", "/", ">", "glpat-", "a1b2c3d4e5f6a7b8c9d0",
        ]
        var plain = 0
        for _ in 0..<5_000 {
            let text = generator.text(of: pieces, upTo: 5)
            guard Redaction.isPlain(text.utf8.span) else { continue }
            plain += 1
            #expect(Redaction.redact(text) == text)
            #expect(Value.string(text).json == "\"\(text)\"")
        }
        #expect(plain > 200)
        let isPlain = Redaction.isPlain("8b04-e9f0/1_x.y".utf8.span)
        #expect(isPlain)
        let isTokenPlain = Redaction.isPlain("glpat-a1b2c3d4e5f6a7b8c9d0".utf8.span)
        #expect(!isTokenPlain)
    }

    @Test func aPlainTextHasOnlyLettersDigitsAndSigns() {
        let special = Set("HIJK:;<=>?@\\{".utf8)
        var wrong: Set<UInt8> = []
        for byte in UInt8.min...UInt8.max {
            let isPlain = (UInt8(ascii: ",")..<0x80).contains(byte) && !special.contains(byte)
            for length in 1...18 {
                for place in 0..<length {
                    var text = Array(repeating: UInt8(ascii: ","), count: length)
                    text[place] = byte
                    if Redaction.isPlain(text.span) != isPlain { wrong.insert(byte) }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: rows) func masksSecretsAndNothingElse(row: Row) {
        #expect(Redaction.redact(row.text) == row.shown)
    }

    @Test(arguments: [
        "pwd", "newPwd", "PWD", "pwd_", "p.w.d", "-x-api-key-", "access_token", "to ken", "uid",
        "userID", "S-E-S-S-I-O-N",
        "usrSmgr", "sig", "Authorization", "client assertion!", "valuePromptAnswers",
    ])
    func recognizesNamesOfSecretsInAnySpelling(name: String) {
        #expect(Redaction.isSecret(name))
        #expect(Redaction.isSecretParameter(name))
    }

    @Test(arguments: ["code", "Key", "s_id", "ticket", "PIN"])
    func knowsTheNamesThatAreSecretInLinksOnly(name: String) {
        #expect(!Redaction.isSecret(name))
        #expect(Redaction.isSecretParameter(name))
    }

    @Test(arguments: ["", "-", "d", "wd", "word", "number", "parameters", "pwdx", "keys"])
    func otherNamesAreNotSecrets(name: String) {
        #expect(!Redaction.isSecret(name))
        #expect(!Redaction.isSecretParameter(name))
    }

    /// A link is read without tabs and line ends.
    @Test(arguments: [
        ("https://h/?pw\td=x", "https://h/?pw\td=***"), ("a?p\nwd=x&y=1", "a?p\nwd=***&y=1"),
        ("a?x\npwd=y", "a?x\npwd=***"), ("a?x\r\npwd: y", "a?x\r\npwd: ***"),
    ])
    func masksAParameterWhoseNameHasATabOrLineEnd(text: String, shown: String) {
        #expect(Redaction.redact(text) == shown)
    }

    @Test(arguments: [
        (#"f("a?pwd=x\"y", "z") -- "b?token=c""#, #"f("a?pwd=***", "z") -- "b?token=***""#),
        ("x?pwd=a\ny=1", "x?pwd=***\ny=1"),
        (#"{"url":"a?pwd=x","password":"y"}"#, #"{"url":"a?pwd=***","password":"***"}"#),
        (#"f("password: |\n  x\n  y\n") -- z"#, #"f("password: |\n  ***\n") -- z"#),
        (
            #"{ text = "password: |\n  x\ny: 1", a = 1 }"#,
            #"{ text = "password: |\n  ***\ny: 1", a = 1 }"#
        ),
    ])
    func endsASecretWithItsString(text: String, shown: String) {
        #expect(Redaction.redact(quoted: text) == shown)
    }

    @Test(arguments: [
        ("data.password", true), ("data.token.list[1]", true), (#"data["api key"].x"#, true),
        ("a.passwordx[2]", false), ("", false), ("data.list[].access_token", true),
    ])
    func knowsThePathsOfSecrets(path: String, isSecret: Bool) {
        #expect(Redaction.leadsToSecret(path) == isSecret)
    }

    @Test func theTableHasCases() {
        #expect(Self.rows.count > 40)
    }

    @Test func masksWhatTheUserNames() {
        #expect(Redaction.redact("a?badge-no=7&x=1") == "a?badge-no=7&x=1")
        Redaction.addNames(["Badge-No", ""])
        #expect(Redaction.redact("a?badge-no=7&x=1") == "a?badge-no=***&x=1")
        #expect(Redaction.redact(#"{"badgeNo":7}"#) == #"{"badgeNo":***}"#)
        #expect(Redaction.redact("Badge-No: 7") == "Badge-No: ***")
        #expect(Redaction.redact(["badge_no": 7] as Value) == ["badge_no": "***"])
        #expect(Redaction.redact("a=1&=2") == "a=1&=2")
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

    @Test func masksTheSecretOfAnOptionInAList() {
        #expect(
            Redaction.redact(["--password", "a", "-token", "-x", "b"] as Value)
                == ["--password", "***", "-token", "-x", "b"])
        #expect(Redaction.redact(["--token", 7, "a"] as Value) == ["--token", 7, "a"])
        #expect(Redaction.redact(["password", "a"] as Value) == ["password", "a"])
    }

    @Test(arguments: ["name", "key"]) func masksTheValueOfAPairThatIsNamedAsASecret(member: String)
    {
        let pair: Value = .object(
            .init([(member, .string("DB_PASSWORD")), ("value", .string("a"))]))
        #expect(Redaction.redact(pair)["value"] == "***")
        #expect(Redaction.redact(pair)[member] == "DB_PASSWORD")
        #expect(Redaction.redact(["name": "size", "value": "a"] as Value)["value"] == "a")
    }

    @Test func noSecretSurvives() throws {
        let names = [
            "uid", "PWD", "password", "token", "access_token", "api_key", "Auth", "p%77d", "code",
        ]
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<20_000 {
            let secret =
                "S3" + generator.text(of: ["%26", "%3D", "=", "@", "/", "%", "é"], upTo: 4)
                + "CRET"
            let before = generator.text(of: pieces, upTo: 8)
            let name = names.randomElement(using: &generator) ?? ""
            let after = generator.text(of: pieces, upTo: 8)
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
            let after = generator.text(of: pieces, upTo: 8)
            let text = "https://bob:S3CRET@host/" + after
            #expect(!Redaction.redact(text).contains("S3CRET"))
        }
    }

    @Test func leavesTextWithoutSecretsUnchanged() {
        var generator = SeededGenerator(seed: 7)
        let harmless = pieces.filter { !$0.contains("@") }
        for _ in 0..<10_000 {
            let text = generator.text(of: harmless, upTo: 12)
            #expect(Redaction.redact(text).utf8.elementsEqual(text.utf8))
        }
    }

    @Test func aLongListIsAValue() {
        let list = Array(repeating: "\"hunter\"", count: 2000).joined(separator: ", ")
        #expect(Redaction.redact("password: [\(list)]") == "password: [***]")
    }

    @Test func aNameInAListOfAnotherNameHasItsOwnValue() {
        #expect(Redaction.redact("token: [password: [x]") == "token: [password: [***]")
        #expect(Redaction.redact("token: [a, token: [b1]") == "token: [***]")
    }

    @Test func aLongWordAfterAnArrowIsMasked() {
        let word = String(repeating: "x", count: 5000)
        #expect(Redaction.redact("password->\(word)") == "password->***")
    }
}

/// With what quotes texts in texts, too.
private let pieces = linkPieces + ["\"", "\\"]
