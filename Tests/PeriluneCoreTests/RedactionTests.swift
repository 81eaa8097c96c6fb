import Foundation
import PeriluneCore
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
            let parts = line.split(separator: "\t").map(String.init)
            return Row(text: parts[0], shown: parts.last ?? "")
        }
    }()

    @Test(arguments: rows) func masksSecretsAndNothingElse(row: Row) {
        #expect(Redaction.redact(row.text) == row.shown)
    }

    @Test(arguments: [
        (#"f("a?pwd=x\"y", "z") -- "b?token=c""#, #"f("a?pwd=***", "z") -- "b?token=***""#),
        ("x?pwd=a\ny=1", "x?pwd=***\ny=1"),
        (#"{"url":"a?pwd=x","password":"y"}"#, #"{"url":"a?pwd=***","password":"***"}"#),
    ])
    func endsASecretWithItsString(text: String, shown: String) {
        #expect(Redaction.redact(quoted: text) == shown)
    }

    @Test func readsItsTable() {
        #expect(Self.rows.count > 40)
    }

    @Test func masksWhatTheUserNames() {
        #expect(Redaction.redact("a?badge-no=7&x=1") == "a?badge-no=7&x=1")
        Redaction.addNames(["Badge-No", ""])
        #expect(Redaction.redact("a?badge-no=7&x=1") == "a?badge-no=***&x=1")
        #expect(Redaction.redact(#"{"badgeNo":7}"#) == #"{"badgeNo":***}"#)
        #expect(Redaction.redact("Badge-No: 7") == "Badge-No: ***")
        #expect(Redaction.redact(["badge_no": 7]) == ["badge_no": "***"])
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

    @Test func noSecretSurvives() throws {
        let names = [
            "uid", "PWD", "password", "token", "access_token", "api_key", "Auth", "p%77d", "code",
        ]
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

extension SeededGenerator {
    fileprivate mutating func text(of pieces: [String], upTo count: Int) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            text += pieces.randomElement(using: &self) ?? ""
        }
        return text
    }
}

/// Pieces that links are made of, with everything that parsers stumble over.
private let linkPieces = [
    "mstr:", "MSTR:", "http:", "https:", "tel:", "my.app+x-1:", "//", "/", "?", "#", "&", "&", "=",
    "=", "evt", "evt=", "&evt=", "?evt=", "%65vt=", "src=", "4001", "%34", "%3", "%", "%zz",
    "%C3%A9", "%FF", "%00", "%26", "%3D", "+", "-", "|", "^", "%5e", "{City@ID}", "{&Doc}", "{&",
    "}", "é", "😀", " ", "@", ":", ";", ",", "a", "Main.aspx", "\"", "\\", "\r\n", "\0",
]
