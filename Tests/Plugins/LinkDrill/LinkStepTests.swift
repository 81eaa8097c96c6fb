import PeriluneCore
import PeriluneTestKit
import Testing

@testable import LinkDrillPlugin

private let report = "8D679D3711D3E4981000E787EC6DE8A4"
private let heads = ["mstr://?evt=4001&", "https://h/?evt=2001&", "Main.aspx?evt=2048001&"]

/// A step that is written from the bytes of a link says the same as the link that is taken apart.
struct LinkStepTests {
    /// What records say of a link, and what the resolved step says.
    private func written(_ link: String) throws -> (written: String, resolved: String) {
        let step = LinkStep(link)
        var writer = JSONWriter()
        writer.beginObject()
        step.write(to: &writer)
        writer.endObject()
        let first = try #require(Navigation.steps(for: Link(link)).first)
        return (writer.text, Redaction.redact(first.value).json)
    }

    private func isUsual(_ link: String) -> Bool {
        var writer = JSONWriter()
        return FastLinkStep.write(link.utf8.span, to: &writer)
    }

    @Test(arguments: [
        "mstr://?evt=3995", "mstr://?evt=3997", "mstripad://?evt=3997",
        "mstr://?evt=4001&reportID=\(report)&reportViewMode=2&region=North%20East&x=a\"b",
        "mstr://?evt=4001&reportID=\(report)&elementsPromptAnswers=AB;AB:1%5eSouth;AB:2,CD;CD:3",
        "https://h/Main.aspx?evt=2001&systemFolder=007&Project=My+Project&share=1",
        "Main.aspx?evt=4001&reportName=a&pwd=secret&uid&Server=s&src=Main.aspx.4001&Port=0",
        "mstr://?evt=4001&reportID=\(report)&token=secret&code=x",
        "mstr://?evt=3037&anything=%C3%8Ele-de-France",
        "mstr://?evt=2048084&sName=Units%20sold&sIndex=5", "mstr://?evt=2048030&useCache=0",
        "mstr://?evt=2048030&useCache=1", "mstripad://?evt=2048076&pKey=a|b%20c||%7c&psName=s",
    ])
    func usualLinksAreWrittenAsTheyAreResolved(_ link: String) throws {
        let (written, resolved) = try written(link)
        #expect(isUsual(link))
        #expect(written == resolved)
    }

    @Test(arguments: [
        "tel:+1", "https://u:p@h/?token=x", "mstr://?evt=4242", "mstr://evt=3995",
        "mstr://?evt=3995#a=b", "app://?evt=3992&a=1", "mstr://?evt=4001",
        "mstr://?evt=4001&reportid=\(report)&reportName=a", "mstr://?evt=4001&reportID=7",
        "mstr://?evt=4001&reportName={Report@ID}", "mstr://?evt=4001&reportName=a&reportName=b",
        "mstr://?evt=4001&reportName=a&x=1&x=2", "mstr://?evt=4001&reportName=%ff",
        "mstr://?evt=4001&reportName=https%3A%2F%2Fu:p@h", "mstr://?evt=3995&evtorder=3995",
        "mstr://?evt=2048001&documentName=a&currentViewMode=2", "mstr://?evt=3995&%65vt=3999",
        "mstr://?evt=3995&amp;a=1", "mstr://?evt=2048001&documentName=a&layoutIndex=x",
        "mstr://?evt=4001&reportName=a&elementsPromptAnswers=A",
        "https://h/?evt=2048084&sKey=a&sIndex=1",
        "mstr://?evt=4001&reportName=a&reportViewMode=9", "mstr://?evt=4001&reportName=",
    ])
    func otherLinksAreResolved(_ link: String) throws {
        let (written, resolved) = try written(link)
        #expect(!isUsual(link))
        #expect(written == resolved)
    }

    @Test func anyLinkIsWrittenAsItIsResolved() throws {
        var generator = SeededGenerator(seed: 4)
        var usual = 0
        for _ in 0..<5_000 {
            let text =
                generator.one(of: heads) + generator.text(of: usualPieces, upTo: 4)
                + (generator.number(0...1) == 0 ? "" : generator.text(of: pieces, upTo: 9))
            guard let link = try? Link(text), link.problem == nil,
                link.parameters(named: "evt").count < 2
            else { continue }
            if isUsual(text) { usual += 1 }
            let (written, resolved) = try written(text)
            #expect(written == resolved, "\(text)")
        }
        #expect(usual > 250)
    }

    @Test func eightDigitsAtOnceAreClassifiedLikeEachOne() {
        var generator = SeededGenerator(seed: 6)
        let digits = Array("0123456789abcdefABCDEF".utf8)
        for byte in UInt8.min...UInt8.max {
            for place in 0..<32 {
                var text = (0..<32).map { _ in generator.one(of: digits) }
                text[place] = byte
                let isHexadecimal = text.span.isHexadecimal(0..<32)
                #expect(isHexadecimal == digits.contains(byte), "\(byte) at \(place)")
            }
        }
    }

    @Test func keysOfNamesDoNotDependOnThePosition() throws {
        let name = "elementsPromptAnswersOfAReport12"
        for count in 1...32 {
            let short = String(name.prefix(count))
            let key = try #require(NameKey(short))
            for text in [short, "&\(short)=", "mstr://?evt=1&\(short)=a"] {
                let start = try #require(
                    Array(text.utf8).firstRange(of: Array(short.utf8))?.lowerBound)
                let same = NameKey(text.utf8.span, start..<start + count)
                #expect(same == key)
                let other = NameKey(text.uppercased().utf8.span, start..<start + count)
                #expect(other?.isSimilar(to: key) == true)
                #expect(other?.hash == key.hash)
            }
            #expect(NameKey(String(name.prefix(count - 1)) + "_") != key)
        }
        #expect(NameKey("") == nil)
        #expect(NameKey(name + "3") == nil)
    }

    private let usualPieces = [
        "reportID=\(report)&", "folderID=\(report)&", "documentName=d&", "reportName=North%20East&",
        "Server=a+b&", "share=1&", "Port=12&", "region=%C3%A9&", "x&", "pwd=\"&", "token=x&",
        "code=&",
        "reportViewMode=2&", "visMode=0&", "systemFolder=007&",
        "elementsPromptAnswers=AB;AB:1%5e2&",
    ]
    private let pieces = [
        "&", "&", "&", "=", "=", "reportID=\(report)&", "folderID=\(report)&", "documentName=d&",
        "reportName", "Server", "server", "share=1", "Port=12", "region=North", "x", "%20", "%25",
        "+", "{", "}", "{A@B}", "pwd=", "token", "src", "evtorder", "reportViewMode=1", "\"", "é",
        "%ff",
        "currentViewMode=1", "visMode=0&", "a.b", ":", "@", "#", "valuePromptAnswers=1^2",
        "Reportid",
        "elementsPromptAnswers=AB;AB:1", ";", ",", "systemFolder=7&",
    ]

    @Test func effectsHaveTheMembersThatAreWritten() throws {
        let commander = Commander(output: MemoryOutput())
        commander.begin(
            FixedContent(["id": "e\"1", "source": "s", "type": "link.drill"]), depth: 0)
        commander.act(as: "link-drill")
        commander.effect("navigate", LinkStep("mstr://?evt=3995"))
        let effect = try #require(commander.effects.first)
        #expect(effect.id == "e\"1/link-drill/1")
        #expect(effect.details == .init([("event", "home"), ("number", 3995)]))
        #expect(effect == Effect(id: effect.id, kind: "navigate", details: effect.details))
        var writer = JSONWriter()
        effect.write(to: &writer)
        #expect(
            writer.text
                == #"{"id":"e\"1/link-drill/1","kind":"navigate","event":"home","number":3995}"#)
    }
}
