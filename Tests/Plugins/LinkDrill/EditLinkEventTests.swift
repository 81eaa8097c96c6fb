import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing
import URLPatternsPlugin

/// Edit links as the link of an event: rules see the link that they stand for.
struct EditLinkEventTests {
    /// The example of the manual.
    private static let report = """
        <ud><hls><hl idf="1" aopam="2" dtxt="Hyperlink1" lt="1" tid="CDC1F6994357D120F7EBED93D9A6B77A" ttp="3" tstp="768" \
        so="0"><prms><prm id="DE6BCCFC46932717E07E06A4075E2059" pt="2" am="4" orid="8D679D3711D3E4981000E787EC6DE8A4" \
        ortp="12"/></prms></hl></hls></ud>
        """
    private static let target = "CDC1F6994357D120F7EBED93D9A6B77A"

    private static func document(_ link: String) -> String { "<ud><hls>\(link)</hls></ud>" }

    private func process(_ link: String, _ script: String) async throws -> Host.Results {
        let host = try await Host {
            LinkDrill()
            URLPatterns()
            Script(name: "rule.lua", source: script)
        }
        return try await host.process(all: [.link(link, id: "e")])
    }

    private func emitted(_ link: String, _ fields: String, _ value: String) async throws -> String {
        let results = try await process(
            link,
            "return { \(fields), execute = function(event, commander) commander:emit(\(value)) end }"
        )
        return String(decoding: results.output.dropLast(), as: UTF8.self)
    }

    @Test(arguments: [
        "evt = 4001", "url = \"mstr://?evt=4001&reportID=*\"", "on = \"link.drill\"",
        "where = { [\"data.editLinks.default\"] = 1 }",
    ])
    func aRuleGetsTheLinkThatEditLinksStandFor(fields: String) async throws {
        let url = try await emitted(Self.report, fields, "event.data.url")
        #expect(url == "\"mstr://?evt=4001&reportID=\(Self.target)\"")
    }

    @Test func aRuleGetsAnswerModesAndPrompts() async throws {
        let values = try await emitted(
            Self.report, "evt = 4001",
            """
            (function(links)
              local link = links.links[links.default]
              local prompt = link.prompts[1]
              return { link.answerModeName, prompt.answerModeName, prompt.id, link.text }
            end)(event.data.editLinks)
            """)
        #expect(
            values
                == #"["do not answer","dynamic","DE6BCCFC46932717E07E06A4075E2059","Hyperlink1"]"#)
    }

    @Test func theDefaultHandlerRunsTheTarget() async throws {
        let results = try await process(
            Self.report, "return { evt = 3995, execute = function() end }")
        let record = try #require(results.records.first)
        #expect(record.type == "link.drill")
        #expect(record.outcome == .default)
        let details = try #require(record.effects.first?.details)
        #expect(details["event"] == "run report")
        #expect(details["target"] == .string(Self.target))
        #expect(details["answerModeName"] == "do not answer")
        #expect(details["prompts"]?[0]?["answerMode"] == 4)
    }

    @Test(arguments: [
        (#"<hl lt="4" url="https://evil.example/a"/>"#, #"url = "https://evil.example/**""#),
        (#"<hl lt="4" url="mstr://?evt=10000001&amp;a=1"/>"#, #"evt = "custom""#),
        (#"<hl url="mstr://?evt=3995"/>"#, "evt = 3995"),
        (#"<hl url="mstr://?evt=3995&amp;evt=4001"/>"#, "evt = 4001"),
        (#"<hl lt="1" tid="T" ttp="55" url="https://ignored"/>"#, #"url = "?documentID=T""#),
        (#"<hl tid="a b" ttp="0x8"/>"#, #"url = "?evt=2001&folderID=a%20b""#),
        (#"<hl url="mstr://?evt=1"/><hl idf="1" url="mstr://?evt=2"/>"#, "evt = 2"),
    ])
    func noEditLinkIsFollowedPastARule(link: String, fields: String) async throws {
        let results = try await process(
            " " + Self.document(link),
            "return { \(fields), execute = function(_, c) return c:reject { reason = \"no\", continue = true } end }"
        )
        let record = try #require(results.records.first)
        #expect(record.outcome == .rejected)
        #expect(record.parts.isEmpty == record.effects.isEmpty)
    }

    @Test(arguments: [
        ("<ud><hls>", "link.invalid"), ("<ud/>", "link.invalid"),
        (Self.document(#"<hl tid="T" ttp="4"/>"#), "link.invalid"),
        (Self.document(#"<hl url="https://h:99999/"/>"#), "link.invalid"),
        (Self.document(#"<hl url="&lt;ud/>"/>"#), "link.invalid"),
    ])
    func editLinksThatStandForNothingAreRejected(link: String, type: String) async throws {
        let results = try await process(link, "return { evt = 4001, execute = function() end }")
        let record = try #require(results.records.first)
        #expect(record.type == type)
        #expect(record.outcome == .rejected)
        #expect(record.reason?.hasPrefix("invalid edit links: ") == true)
        #expect(record.effects.isEmpty)
    }

    @Test func aRuleChoosesAnotherLink() async throws {
        let document = Self.document(
            #"<hl dtxt="A" tid="T" ttp="3" aopam="1"/><hl dtxt="B" tid="U" ttp="55" aopam="8"/>"#)
        for choice in [
            "event.data.editLinks.links[2].link",
            "(function(links) links.default = 2 return require(\"link\").writeEditLinks(links) end)(require(\"json\").copy(event.data.editLinks))",
        ] {
            let results = try await process(
                document,
                "return { evt = 4001, execute = function(event, c) return c:handleURLLink(\(choice)) end }"
            )
            let record = try #require(results.records.first)
            #expect(record.error == nil)
            #expect(record.outcome == .default)
            let details = try #require(record.effects.first?.details)
            #expect(details["number"] == 2_048_001)
            #expect(details["target"] == "U")
            #expect(details["answerMode"] == (choice.contains("write") ? 8 : nil))
        }
    }

    @Test func aScriptWritesEditLinks() async throws {
        let xml = try await LinkHost.lua(
            #"link.writeEditLinks { links = { { text = "a<b", target = "T", targetType = 3, answerMode = 4, prompts = { { id = "P", type = 2, elements = { { id = "1", name = "One" } } } } } }, default = 1 }"#
        )
        #expect(
            xml
                == #""<ud><hls><hl aopam=\"4\" dtxt=\"a&lt;b\" tid=\"T\" ttp=\"3\"><prms><prm id=\"P\" pt=\"2\"><e disp_n=\"One\" ei=\"1\"/></prm></prms></hl></hls></ud>""#
        )
    }

    @Test(arguments: [
        "{ links = { { txt = 1 } } }", "{ links = { { text = {} } } }", "{ default = 1 }",
        "{ links = { 1 } }",
        "{ links = { { prompts = { { am = 1 } } } } }", "{ link = {} }",
    ])
    func refusesInvalidTablesOfEditLinks(table: String) async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await LinkHost.lua("link.writeEditLinks \(table)")
        }
        #expect(error?.code == "editlinks.table")
    }

    @Test(arguments: [
        Self.report, Self.document(#"<hl lt="x" so="1"/><hl idf="1" url="u"/><hl idf="0"/>"#),
        "<ud/>",
    ])
    func editLinksRoundTrip(xml: String) async throws {
        let read = try await LinkHost.lua("link.editLinks([[\(xml)]])")
        let again = try await LinkHost.lua(
            "link.editLinks(link.writeEditLinks(link.editLinks([[\(xml)]])))")
        #expect(again == read)
    }
}
