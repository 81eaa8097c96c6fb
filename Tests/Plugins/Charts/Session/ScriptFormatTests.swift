import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// How scripts write values, and what they are told of errors.
struct ScriptFormatTests {
    private func session(
        _ script: String, type: String = "Column", rows: Value? = nil
    ) async throws -> (Session, any Sendable) {
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" ChartType="\(type)" Query="Q"><Category Column="N" Format="Script"/>
                <Series Column="K" Format="Script"/>
                <Values><Value Expression="V" Format="Script"/></Values></Chart>
                """
        ).dashboard
        let rows =
            rows ?? [
                ["N": "a", "K": "x", "V": 1500], ["N": "b", "K": "x", "V": 2000.5],
                ["N": "a", "K": "y", "V": 3],
            ]
        let session = try SessionLab.session(
            dashboard, ClosureSource { try Table(rows: rows, of: $0.name) })
        let host = try await SessionLab.host([session], [("format.lua", script)])
        return (session, host)
    }

    private func plot(_ session: Session) async throws -> (Plot, [ChartIssue]) {
        let (built, issues) = try await session.figure("C")
        guard case .plot(let plot) = built.figure.content else {
            throw PeriluneError("test", "there is no plot: \(built.figure.content)")
        }
        return (plot, issues)
    }

    @Test func aScriptWritesCategoriesSeriesAndValues() async throws {
        let (session, host) = try await session(
            """
            return {
              formatValues = function(self, chart, what)
                local texts = {}
                for index, value in ipairs(what.values) do
                  texts[index] = chart .. "/" .. what.of .. "/" .. what.name .. "/" .. value
                end
                return texts
              end,
            }
            """)
        let (plot, issues) = try await plot(session)
        #expect(issues.isEmpty, "\(issues)")
        #expect(plot.categories.map(\.text) == ["C/category/N/a", "C/category/N/b"])
        #expect(plot.layers[0].series.map(\.label) == ["C/series/K/x", "C/series/K/y"])
        #expect(plot.layers[0].values[0].format.full(1500) == "C/value/V/1500")
        #expect(plot.layers[0].values[0].format.full(2000.5) == "C/value/V/2000.5")
        // What the rows do not have, such as a sum, is written as usual.
        #expect(plot.layers[0].values[0].format.full(7) == "7")
        _ = host
    }

    @Test func aPatternAlsoWritesTheAxis() async throws {
        let (session, host) = try await session(
            """
            return {
              formatValues = function(self, chart, what)
                if what.of == "value" then
                  return { prefix = "~", suffix = " km", decimals = 1, factor = 0.001 }
                end
              end,
            }
            """)
        let (plot, _) = try await plot(session)
        let format = plot.layers[0].values[0].format
        #expect(format.full(1500) == "~1.5 km")
        #expect(format.axis(2000, .init(decimals: 0)) == "~2.0 km")
        let texts = Drawn(try await session.figure("C").built.figure).texts.map(\.string)
        #expect(texts.contains("~2.0 km"))
        _ = host
    }

    @Test(arguments: [
        ("return nil", "no script says how 'V' is written"),
        ("return { 'one' }", "formatValues returned 1 texts for"),
        ("return { tail = 'x' }", "formatValues cannot return 'tail'"),
        ("return 3", "formatValues returned 3"),
        ("return { decimals = 12 }", "decimals from 0 to 9"),
        ("return { suffix = ('x'):rep(1001) }", "returned a suffix of 1001 bytes, more than 1000"),
        ("return { prefix = ('x'):rep(1e6) }", "returned a prefix of 1000000 bytes"),
        (
            "local t = {}; for i in ipairs(what.values) do t[i] = ('é'):rep(501) end; return t",
            "returned a text of 1002 bytes, more than 1000"
        ),
        (
            "local t = {}; for i in ipairs(what.values) do t[i] = ('x'):rep(1e6) end; return t",
            "values, more than 1048576"
        ),
    ])
    func anInvalidFormatIsAWarning(body: String, message: String) async throws {
        let (session, host) = try await session(
            "return { formatValues = function(self, chart, what) \(body) end }")
        let (plot, issues) = try await plot(session)
        #expect(issues.contains { $0.message.contains(message) }, "\(issues.map(\.message))")
        #expect(plot.categories.map(\.text) == ["a", "b"])
        _ = host
    }

    @Test func onlyChartsMayHaveScriptFormats() {
        let read = metadata(
            dashboard: """
                <OverlayGroup Name="O"><Category Column="N" Format="Script"/>
                <Layer Name="L" ChartType="Column" Query="Q"><Values><Value Expression="V"/></Values></Layer>
                </OverlayGroup>
                """)
        #expect(read.issues.contains { $0.hint?.contains("a script writes categories") == true })
    }

    private static let handler = """
        local charts, state = require "charts", require "state"
        return {
          handleError = function(self, chart, error)
            state.count = (state.count or 0) + 1
            return ("%s %d: %s (%s)"):format(chart, state.count, error.code, error.details.MAErrorKey_DataColumnName)
          end,
        }
        """

    @Test func aScriptGetsAnErrorOnceAndMayReplaceTheMessage() async throws {
        let (session, host) = try await session(Self.handler, rows: [["N": "a", "K": "x"]])
        for _ in 0..<2 {
            let built = try await session.figure("C").built
            guard case .message(let text) = built.figure.content else {
                Issue.record("a chart is drawn")
                return
            }
            #expect(text.hasPrefix("C 1: "), "\(text)")
            #expect(text.hasSuffix("(V)"), "\(text)")
        }
        try await session.perform(.refresh)
        let built = try await session.figure("C").built
        guard case .message(let text) = built.figure.content else { return }
        #expect(text.hasPrefix("C 2: "), "\(text)")
        _ = host
    }

    @Test func anErrorInHandleErrorKeepsTheMessage() async throws {
        let (session, host) = try await session(
            "return { handleError = function() error('no') end }", rows: [["N": "a", "K": "x"]])
        let built = try await session.figure("C").built
        guard case .message(let text) = built.figure.content else {
            Issue.record("a chart is drawn")
            return
        }
        #expect(text.contains("column"), "\(text)")
        _ = host
    }
}
