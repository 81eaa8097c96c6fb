import PeriluneCore
import PeriluneXML
import Testing

@testable import PeriluneTesting

/// Results as CI servers read them.
struct JUnitReportTests {
    private let place: Workplace
    private let suites: XMLElement
    private let report: TestReport

    init() async throws {
        place = try Workplace([
            "rule.lua": "return { on = \"n.*\", execute = function() end }",
            "a_test.lua": """
            local events = { { type = "n.x" } }
            return {
              { name = "passes", scripts = { "rule.lua" }, events = events },
              { name = "fails", scripts = { "rule.lua" }, events = events, count = { emitted = 1 } },
              { name = "waits", skip = "not <yet>", scripts = { "rule.lua" }, events = events },
            }
            """,
            "b_test.lua": "local missing\nreturn { missing.cases }\n",
        ])
        report = try await place.run()
        try #require(report.cases.count == 3, "\(report.failures)")
        suites = try XMLElement.parse(String(decoding: JUnitReport.bytes(report), as: UTF8.self))
    }

    private func attributes(_ element: XMLElement, _ names: String...) -> [String?] {
        names.map { element.attribute($0) }
    }

    @Test func theRunIsCountedByItsCasesAndItsBrokenFiles() throws {
        #expect(attributes(suites, "tests", "failures", "errors") == ["4", "1", "1"])
        let files = suites.elements(named: "testsuite")
        #expect(
            files.map { attributes($0, "tests", "failures", "errors", "skipped") } == [
                ["3", "1", "0", "1"], ["1", "0", "1", "0"],
            ])
        #expect(files.map { $0.attribute("name") } == report.files.map(\.path))
    }

    @Test func aCaseHasItsFileAndLine() throws {
        let cases = Array(try #require(suites.elements(named: "testsuite").first).elements)
        #expect(cases.map { $0.attribute("name") } == ["passes", "fails", "waits"])
        #expect(cases.map { $0.attribute("line") } == ["3", "4", "5"])
        for test in cases {
            #expect(test.attribute("classname") == report.files[0].path)
            #expect(test.attribute("file") == report.files[0].path)
            let seconds = test.attribute("time").flatMap { Double($0) }
            #expect((0..<60).contains(try #require(seconds)))
        }
        #expect(cases[0].elements.isEmpty)
    }

    @Test func aFailureHasAMessageAndAText() throws {
        let cases = Array(try #require(suites.elements(named: "testsuite").first).elements)
        let failure = try #require(cases[1].child("failure"))
        #expect(cases[1].elements.count == 1)
        #expect(failure.attribute("message") == "count.emitted")
        #expect(failure.text.hasSuffix("count.emitted\nexpected  1\nfound     0"))
    }

    @Test func aCaseThatIsSkippedHasItsReason() throws {
        let cases = Array(try #require(suites.elements(named: "testsuite").first).elements)
        #expect(cases[2].elements.map(\.name) == ["skipped"])
        #expect(cases[2].child("skipped")?.attribute("message") == "not <yet>")
    }

    @Test func aFileThatCannotBeLoadedIsAnError() throws {
        let file = try #require(suites.elements(named: "testsuite").last)
        let test = try #require(file.elements.first)
        #expect(attributes(test, "name", "line") == ["the file", "2"])
        let message = test.child("error")?.attribute("message")
        #expect(message?.contains("attempt to index a nil value") == true)
    }

    @Test func anErrorOfATestFileShowsItsLine() throws {
        let place = try #require(report.files[1].error).place
        #expect(place.file == report.files[1].path)
        #expect((place.line, place.column) == (2, 10))
        #expect(place.sourceLine == "return { missing.cases }")
    }
}
