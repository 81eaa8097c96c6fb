import LuaSyntax
import PeriluneCore
import PeriluneLua
import Testing

@testable import PeriluneTesting

struct CoverageTests {
    private func coverage(
        _ script: String, _ events: [String]
    ) async throws -> (report: CoverageReport, run: TestReport, place: Workplace) {
        let list = events.map { "{ type = \"n.x\", data = \($0) }" }.joined(separator: ", ")
        let place = try Workplace.of(
            script,
            tests: "return { { name = \"case\", events = { \(list) }, count = { log = 0 } } }")
        let recorder = CoverageRecorder { !$0.hasSuffix("_test.lua") && !$0.hasSuffix("=test") }
        let run = try await place.run { $0.coverage = recorder }
        return (CoverageReport(recorder), run, place)
    }

    private static let rule = """
        local helper = require "helper"
        return {
          on = "n.*",
          execute = function(event, commander)
            local n = event.data.n
            if n > 5 and helper.odd(n) then
              commander:emit("odd")
            elseif n == 2 then
              commander:emit("two")
            end
            local name = event.data.name or "none"
            repeat n = n - 1 until n < 0
            for i = 1, 2 do goto continue ::continue:: end
          end,
        }
        """

    private func helped(_ events: [String]) async throws -> CoverageReport {
        let list = events.map { "{ type = \"n.x\", data = \($0) }" }.joined(separator: ", ")
        let place = try Workplace([
            "rule.lua": Self.rule,
            "helper.lua": "return {\n  odd = function(n)\n    return n % 2 == 1\n  end,\n}",
            "rule_test.lua": "return { { name = \"case\", events = { \(list) } } }",
        ])
        let recorder = CoverageRecorder { !$0.hasSuffix("_test.lua") && !$0.hasSuffix("=test") }
        let run = try await place.run { $0.coverage = recorder }
        #expect(run.failures == [])
        return CoverageReport(recorder)
    }

    @Test func countsLinesAndConditionsOfScriptsAndTheirModules() async throws {
        let report = try await helped(["{ n = 1 }", "{ n = 8, name = \"x\" }"])
        let files = report.files
        #expect(files.map { $0.path.split(separator: "/").last } == ["helper.lua", "rule.lua"])
        #expect(files[0].lineRatio == Ratio(covered: 2, all: 2))
        let rule = files[1]
        #expect(rule.lines.filter { $0.count == 0 }.map(\.number) == [7, 9])
        #expect(rule.lines.first { $0.number == 5 }?.count == 2)
        #expect(rule.lines.first { $0.number == 8 }?.count == 2)
        let gaps = rule.conditions.map { "\($0.line):\($0.column) \($0.text): \($0.gap ?? "")" }
        #expect(
            gaps == [
                "6:8 n > 5: ", "6:18 helper.odd(n): was never true",
                "8:12 n == 2: was never true", "11:18 event.data.name: ", "12:28 n < 0: ",
            ])
        #expect(rule.decisionRatio == Ratio(covered: 8, all: 10))
    }

    @Test func countsOfAllCasesAreAdded() async throws {
        let report = try await helped(["{ n = 7 }", "{ n = 2 }", "{ n = 6, name = \"x\" }"])
        #expect(report.total.text == "100 %")
        #expect(report.decisions.text == "100 %")
    }

    @Test func errorsKeepTheirLineAndColumn() async throws {
        let (_, run, place) = try await coverage(
            """
            return { on = "n.*", execute = function(event)
              local a = event.data.a or nil
              if event.data.b then return end
              return a.missing.field
            end }
            """, ["{ b = false }"])
        let failure = try #require(run.cases.first?.failures.first)
        #expect(failure.place.file == place.path("rule.lua"))
        #expect(failure.place.line == 4)
        #expect(failure.place.column == 10)
        #expect(failure.title.hasSuffix("attempt to index a nil value (local 'a')"))
        #expect(failure.place.sourceLine == "  return a.missing.field")
    }

    @Test func aScriptThatDoesNotCompileFailsAsWithoutCoverage() async throws {
        let (_, run, _) = try await coverage("return { execute = function( }", ["{}"])
        #expect(run.failures == ["1: <name> or '...' expected near '}'"])
    }

    @Test func allReportFormatsAgree() async throws {
        let report = try await helped(["{ n = 1 }"])
        let text = CoverageText.text(report)
        #expect(text.contains("not run: 7, 9"))
        #expect(text.contains("11:18: event.data.name was never true"))
        let trace = LCOVReport.text(report)
        #expect(trace.contains("DA:7,0\n"))
        #expect(trace.contains("DA:5,1\n"))
        #expect(trace.contains("BRDA:6,0,0,0\nBRDA:6,0,1,1\n"))
        #expect(trace.contains("BRDA:6,1,0,-\n"))
        let page = String(decoding: try CoveragePage.bytes(report), as: UTF8.self)
        #expect(page.contains("<code>n &gt; 5</code> was never true"))
        #expect(!page.contains("<script"))
    }

    @Test func rangesSpanExecutableLinesOnly() {
        #expect(CoverageText.ranges([2, 4, 9], of: [1, 2, 4, 6, 9]) == "2-4, 9")
        #expect(CoverageText.ranges([], of: [1]) == "")
    }

    @Test func nearlyFullCoverageIsNotShownAs100Percent() {
        #expect(Ratio(covered: 9999, all: 10000).text == "99.9 %")
        #expect(Ratio(covered: 2, all: 2).text == "100 %")
        #expect(Ratio().text == "100 %")
    }
}
