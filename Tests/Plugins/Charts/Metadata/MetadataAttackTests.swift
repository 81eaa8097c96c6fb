import PeriluneCore
import Testing

@testable import ChartsPlugin

struct MetadataAttackTests {
    private func issues(_ text: String) -> [ChartIssue] {
        ChartMetadata(xml: Array(text.utf8), file: "a.xml").issues
    }

    @Test func refusesAnXMLBomb() {
        let bomb = """
            <!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <MobileAnalytic><Dashboard>&b;</Dashboard></MobileAnalytic>
            """
        #expect(issues(bomb).map(\.kind) == [.invalidXML(file: "a.xml", line: 1, column: 1)])
    }

    @Test func refusesBytesThatAreNotText() {
        let bytes = Array("<Chart Name=\"".utf8) + [0xC0, 0xAF] + Array("\"/>".utf8)
        let issues = ChartMetadata(xml: bytes, file: "a.xml").issues
        #expect(issues.map(\.kind) == [.invalidXML(file: "a.xml", line: 1, column: 14)])
    }

    @Test(
        arguments: [
            "<?xml version=\"1.0\" encoding=\"utf-7\"?><Dashboard/>",
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><Dashboard/>",
            "<Dashboard>\u{0}</Dashboard>", "", "{", "plain text",
        ])
    func refusesInvalidXML(_ text: String) {
        #expect(issues(text).map(\.code) == [.invalidXML])
    }

    @Test func readsUTF16() {
        let units = Array("\u{FEFF}\(chart("Ä"))".utf16)
        let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(ChartMetadata(xml: bytes).dashboard.charts.first?.name == "Ä")
    }

    @Test func boundsAMegabyteOfAttributes() {
        let attributes = (0..<60_000).map { "a\($0)=\"aaaaaaaa\"" }.joined(separator: " ")
        #expect(issues("<Chart \(attributes)/>").map(\.code) == [.invalidXML])
    }

    @Test func boundsALongAttribute() {
        let text = String(repeating: "a", count: 70_000)
        #expect(issues("<Chart Name=\"\(text)\"/>").map(\.code) == [.invalidXML])
    }

    @Test func boundsTheLengthOfMessages() {
        let text = String(repeating: "a", count: 60_000)
        let found = issues("<Dashboard><Chart ChartType=\"\(text)\" \(text)=\"\"/></Dashboard>")
        #expect(found.allSatisfy { $0.description.utf8.count < 1000 })
    }

    @Test func boundsTheNumberOfIssues() {
        let nodes = String(repeating: "<Chrat/>", count: 20_000)
        let found = issues("<Dashboard>\(nodes)</Dashboard>")
        #expect(found.count == 501)
        #expect(found.last?.message == "19500 more issues are not shown")
    }

    @Test func boundsTheDepthOfADictionary() {
        var value: Value = ["MetaName": "Chart"]
        for _ in 0..<10_000 { value = ["MetaName": "Chart", "1": value] }
        #expect(ChartMetadata(dictionary: value).issues.map(\.code) == [.other])
    }

    @Test func aDictionaryWithoutANameSaysSo() {
        let metadata = ChartMetadata(dictionary: ["Name": "A"], file: "a.json")
        #expect(metadata.issues.map(\.code) == [.other])
        #expect(metadata.issues.first?.place.file == "a.json")
    }
}
