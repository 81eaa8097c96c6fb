import PeriluneCore
import Testing

@testable import ChartsPlugin

struct ChartIssueTests {
    private func issue(_ text: String, _ code: ChartIssue.Code) throws -> ChartIssue {
        let metadata = metadata(dashboard: text + "\n" + chart("Rest"))
        #expect(metadata.dashboard.item(named: "Rest") != nil)
        let found = metadata.issues.filter { $0.code == code }
        #expect(found.count == 1, "\(metadata.issues)")
        return try #require(found.first)
    }

    @Test func pathNotSpecified() {
        for path in [nil, ""] {
            let issues = ChartMetadata(file: path).issues
            #expect(issues.map(\.kind) == [.pathNotSpecified])
            #expect(issues.first?.level == .error)
            #expect(issues.first?.details.isEmpty == true)
        }
    }

    @Test func fileNotFound() {
        let issues = ChartMetadata(file: "/no/such/file.xml").issues
        #expect(issues.map(\.kind) == [.fileNotFound(file: "/no/such/file.xml")])
        #expect(issues.first?.level == .error)
    }

    @Test func invalidXML() {
        let metadata = ChartMetadata(
            xml: Array("<MobileAnalytic>\n <Dashboard a=1/>\n</MobileAnalytic>".utf8), file: "a.xml"
        )
        #expect(metadata.issues.map(\.kind) == [.invalidXML(file: "a.xml", line: 2, column: 15)])
        #expect(metadata.issues.first?.level == .error)
        #expect(metadata.issues.first?.place.sourceLine == " <Dashboard a=1/>")
    }

    @Test func missingNode() throws {
        let issue = try issue(
            #"<Chart Name="A" ChartType="Pie" Query="Q"><Category Column="C"/></Chart>"#,
            .missingNode)
        #expect(issue.kind == .missingNode(node: "Values", line: 2))
        #expect(issue.level == .error)
        #expect(issue.place == .init(file: "sales.xml", line: 2, column: 1))
    }

    @Test func missingAttribute() throws {
        let issue = try issue(
            chart("A").replacing(#" ChartType="Column""#, with: ""), .missingAttribute)
        #expect(issue.kind == .missingAttribute(node: "Chart", attribute: "ChartType", line: 2))
        #expect(issue.level == .error)
    }

    @Test func wrongValue() throws {
        let issue = try issue(chart("A", type: "Colum"), .wrongValue)
        #expect(
            issue.kind
                == .wrongValue(node: "Chart", attribute: "ChartType", value: "Colum", line: 2))
        #expect(issue.level == .error)
        #expect(
            issue.hint
                == "did you mean 'Column'? Otherwise write one of "
                + Chart.Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }

    @Test func aLayerOfAnOverlayCannotBeAPie() {
        let found = ChartsPluginTests.metadata(
            dashboard: """
                <OverlayGroup Name="O"><Category Column="c"/>
                <Layer Name="L" ChartType="Pie" ChartSequence="1" Query="Q">
                <Values><Value Expression="v"/></Values></Layer></OverlayGroup>
                """)
        #expect(
            found.issues.map(\.kind) == [
                .wrongValue(node: "Layer", attribute: "ChartType", value: "Pie", line: 3)
            ])
    }

    @Test func theHintOfAFormatListsAll() throws {
        let issue = try issue(
            chart("A").replacing("<Value ", with: "<Value Format='%d' "), .wrongValue)
        #expect(
            issue.hint
                == "write one of Month, ShortMonth, WeekDay, ShortWeekDay, ShortDate, LongDate, Currency, "
                + "Percent, Percentage, Rounded0 to Rounded9, Script")
    }

    @Test func outOfSequence() throws {
        let values = #"<Value Expression="B" ValueSequence="3"/></Values>"#
        let issue = try issue(chart("A").replacing("</Values>", with: values), .outOfSequence)
        #expect(issue.kind == .outOfSequence(node: "Value", sequence: 3))
        #expect(issue.level == .error)
        #expect(issue.place.line == 2)
    }

    @Test func unrecognizedNode() throws {
        let issue = try issue("<Chrat/>", .unrecognized)
        #expect(issue.kind == .unrecognized(node: "Chrat", line: 2))
        #expect(issue.level == .warning)
        #expect(issue.hint == "did you mean 'Chart'?")
    }

    @Test func undefined() throws {
        let issue = try issue(
            chart("A", #"<Filters><FilterName Name="Regoin"/></Filters>"#)
                + #"<Filters><Filter Name="Region" FilterType="range" SourceQuery="Sales" "#
                + #"Column="Region"/></Filters>"#,
            .undefined)
        #expect(
            issue.kind == .undefined(node: "FilterName", attribute: "Name", value: "Regoin"))
        #expect(issue.level == .error)
        #expect(issue.hint == "did you mean 'Region'?")
    }

    @Test func aPanelNamesAVariable() throws {
        let issue = try issue(
            #"<Variables><Variable Name="$rate" VariableType="float" Value="1"/></Variables>"#
                + #"<DAPanel Name="P"><VariableName Name="$rat"/></DAPanel>"#,
            .undefined)
        #expect(
            issue.kind == .undefined(node: "VariableName", attribute: "Name", value: "$rat"))
        #expect(issue.hint == "did you mean '$rate'?")
    }

    @Test(
        arguments: [
            (
                .missingColumn(chart: "A", query: "Q", column: "C"), .missingColumn, .error,
                ["ChartName": "A", "DataQueryName": "Q", "DataColumnName": "C"]
            ),
            (
                .emptyTable(chart: "A", query: "Q"), .emptyTable, .warning,
                ["ChartName": "A", "DataQueryName": "Q"]
            ),
            (.lowMemory(other: "64 MB"), .lowMemory, .warning, ["Other": "64 MB"]),
            (
                .expression(chart: "A", expression: "1/0", row: 3), .expression, .error,
                ["ChartName": "A", "Expression": "1/0", "DataRowNumber": 3]
            ),
            (.other("?"), .other, .error, ["Other": "?"]),
            (
                .invalidXML(file: "a.xml", line: 2, column: 5), .invalidXML, .error,
                [
                    "MetadataFileName": "a.xml", "MetadataLineNumber": 2,
                    "MetadataColumnNumber": 5,
                ]
            ),
            (
                .wrongValue(node: "N", attribute: "A", value: "V", line: 7), .wrongValue, .error,
                [
                    "MetadataNodeName": "N", "MetadataAttrName": "A", "MetadataAttrValue": "V",
                    "MetadataLineNumber": 7,
                ]
            ),
            (
                .outOfSequence(node: "N", sequence: 4), .outOfSequence, .error,
                ["MetadataNodeName": "N", "MetadataSequence": 4]
            ),
        ] as [(ChartIssue.Kind, ChartIssue.Code, ChartIssue.Level, [String: Value])])
    func scriptsGetEveryDetail(
        _ kind: ChartIssue.Kind, _ code: ChartIssue.Code, _ level: ChartIssue.Level,
        _ details: [String: Value]
    ) {
        let value = ChartIssue(kind, hint: "h").value
        #expect(value["code"] == .string(code.rawValue))
        #expect(value["level"] == .string(level.rawValue))
        #expect(value["hint"] == "h")
        let named = Dictionary(
            uniqueKeysWithValues: (value["details"]?.object?.pairs ?? []).map {
                ($0.name, $0.value)
            })
        #expect(
            named
                == Dictionary(
                    uniqueKeysWithValues: details.map { ("MAErrorKey_\($0.key)", $0.value) }))
    }

    @Test func thereAreFourteenCodes() {
        #expect(ChartIssue.Code.allCases.count == 14)
        #expect(ChartIssue.Code.allCases.allSatisfy { ChartIssue.Code(name: $0.rawValue) == $0 })
    }

    @Test func aMisspeltCodeIsAcceptedInTheCorrectSpelling() {
        #expect(ChartIssue.Code.expression.rawValue == "MAError_ExpressionEvalation")
        #expect(ChartIssue.Code(name: "MAError_ExpressionEvaluation") == .expression)
    }
}
