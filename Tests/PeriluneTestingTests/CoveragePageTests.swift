import PeriluneLua
import PeriluneXML
import Testing

@testable import PeriluneTesting

/// Coverage as a page for a browser.
struct CoveragePageTests {
    private let report: CoverageReport
    private let page: XMLElement

    init() async throws {
        let place = try Workplace([
            "whole.lua": "return {\n  on = \"n.*\",\n  execute = function() return end,\n}",
            "half.lua": """
            return {
              on = "n.*",
              execute = function(event, commander)
                if event.data.n > 5 then
                  commander:emit("large")
                end
                return commander:pass()
              end,
            }
            """,
            "all_test.lua": """
            return { {
              name = "small", scripts = { "half.lua", "whole.lua" },
              events = { { type = "n.x", data = { n = 1 } } },
            } }
            """,
        ])
        let recorder = CoverageRecorder { !$0.hasSuffix("_test.lua") && !$0.hasSuffix("=test") }
        let run = try await place.run { $0.coverage = recorder }
        #expect(run.failures == [])
        report = CoverageReport(recorder)
        let text = String(decoding: try CoveragePage.bytes(report), as: UTF8.self)
        page = try XMLElement.parse(String(text.dropFirst("<!DOCTYPE html>".count)))
    }

    private func rows() throws -> [XMLElement] {
        let tables = try #require(page.child("body")).elements(named: "table")
        return Array(try #require(tables.first { $0.attribute("class") == "summary" }).elements)
    }

    @Test func `The page has a title and a style, and runs nothing`() throws {
        let head = try #require(page.child("head"))
        #expect(head.child("title")?.text == "Test coverage")
        #expect(head.child("style")?.text.isEmpty == false)
        #expect(page.child("body")?.child("h1")?.text == "Test coverage")
        let policy = head.elements(named: "meta").first { $0.attribute("http-equiv") != nil }
        #expect(policy?.attribute("http-equiv") == "Content-Security-Policy")
        #expect(policy?.attribute("content") == "default-src 'none'; style-src 'unsafe-inline'")
        #expect(head.elements(named: "meta").contains { $0.attribute("charset") == "utf-8" })
    }

    @Test func `The summary has a row for each script, and one for all`() throws {
        let texts = try rows().map { row in row.elements.map(\.wholeText) }
        let (half, whole) = (report.files[0], report.files[1])
        #expect(half.lineRatio.covered < half.lineRatio.all)
        func cell(_ ratio: Ratio) -> String {
            "\(ratio.text) \(ratio.text) \(ratio.covered) of \(ratio.all)"
        }
        #expect(
            texts == [
                ["script", "lines", "decisions", "not run"],
                [half.path, cell(half.lineRatio), "50 % 50 % 1 of 2", "5"],
                [whole.path, cell(whole.lineRatio), "100 % 100 % 0 of 0", "—"],
                ["all", cell(report.total), "50 % 50 % 1 of 2", "\u{A0}"],
            ])
        // The style makes it bold.
        #expect(try rows().map { $0.attribute("class") } == [nil, nil, nil, "all"])
    }

    @Test func `A row of the summary leads to the source of its script`() throws {
        let links = try rows().flatMap(\.elements).compactMap { $0.child("a")?.attribute("href") }
        let sources = try #require(page.child("body")).elements(named: "details")
        #expect(links.count == 2)
        #expect(links == sources.map { "#" + ($0.attribute("id") ?? "") })
    }

    @Test func `A meter shows the share of lines, and says it where meters are not drawn`() throws {
        let meter = try #require(Array(rows()[1].elements)[2].child("meter"))
        let names = ["min", "max", "value", "low", "optimum"]
        #expect(names.map { meter.attribute($0) } == ["0", "2", "1", "1.6", "2"])
        #expect(meter.text == "50 %")
    }

    @Test func `The source of every script is open, with a heading`() throws {
        let sources = try #require(page.child("body")).elements(named: "details")
        #expect(sources.map { $0.attribute("open") } == ["open", "open"])
        let half = report.files[0]
        let heading = "\(half.path) — lines \(half.lineRatio.text), decisions 50 %"
        #expect(sources[0].child("summary")?.text == heading)
    }

    @Test
    func `A line of the source shows how often it was run, and what its conditions never were`()
        throws
    {
        let source = try #require(page.child("body")?.elements(named: "details").first)
        let rows = Array(try #require(source.child("table")).elements)
        #expect(rows.map { $0.child("th")?.text } == (1...9).map { "\($0)" })
        #expect(
            rows[3...4].map { $0.elements.map(\.wholeText) } == [
                ["4", "1×", "    if event.data.n > 5 thenevent.data.n > 5 was never true"],
                ["5", "0×", "      commander:emit(\"large\")"],
            ])
        #expect(rows[3...5].map { $0.attribute("class") } == ["half", "dark", nil])
    }
}

extension XMLElement {
    /// The text in an element and in those inside, in order.
    fileprivate var wholeText: String {
        children.map { node in
            switch node {
            case .text(let text): text
            case .element(let element): element.wholeText
            default: ""
            }
        }.joined()
    }
}
