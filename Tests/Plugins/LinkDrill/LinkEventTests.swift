import LinkDrillPlugin
import PeriluneCore
import Testing

struct LinkEventTests {
    private static let report = "8D679D3711D3E4981000E787EC6DE8A4"

    private func only(_ text: String, on platforms: Platforms? = nil) throws -> ResolvedEvent {
        let events = try LinkEvent.resolve(Link(text), on: platforms)
        try #require(events.count == 1)
        return events[0]
    }

    private func codes(_ text: String) throws -> [String] {
        try LinkEvent.resolve(Link(text)).flatMap(\.warnings).map(\.code.rawValue)
    }

    @Test func givesParametersTheirTypes() throws {
        let event = try only(
            "mstr://?evt=4001&src=mstrWeb.4001&reportID=\(Self.report)&reportViewMode=2")
        #expect(event.kind == .known)
        #expect(event.names == ["run report"])
        #expect(event.source == "mstrWeb.4001")
        #expect(event.target?.value == .string(Self.report))
        #expect(event["reportViewMode"]?.value == 2)
        #expect(event["reportViewMode"]?.state == .typed)
        #expect(event.warnings.isEmpty)
    }

    @Test func warnsOfAnInvalidIdentifier() throws {
        let event = try only("mstr://?evt=4001&reportID=8D679D37-11D3-E498")
        #expect(event["reportID"]?.state == .invalid)
        #expect(event["reportID"]?.value == "8D679D37-11D3-E498")
        #expect(event.warnings.map(\.code) == ["link.parameter.type"])
        #expect(event.warnings.map(\.parameter) == ["reportID"])
    }

    @Test func warnsOfAMissingSelector() throws {
        #expect(try codes("mstr://?evt=4001") == ["link.parameter.missing"])
        #expect(
            try codes("mstr://?evt=4001&reportID=") == [
                "link.parameter.type", "link.parameter.missing",
            ])
        #expect(try codes("mstr://?evt=4001&reportName=Sales") == [])
    }

    @Test func warnsOfAnInvalidChoice() throws {
        let event = try only("mstr://?evt=4001&reportName=Sales&reportViewMode=9")
        #expect(event.warnings.map(\.code) == ["link.parameter.type"])
        #expect(event.warnings[0].message.contains("3 (grid and graph)"))
    }

    @Test func marksAnUnknownNumber() throws {
        let event = try only("mstr://?evt=4242&x=1")
        #expect(event.kind == .unknown)
        #expect(event.number == 4242)
        #expect(event["x"]?.value == "1")
        #expect(event.warnings.map(\.code) == ["link.event.unknown"])
    }

    @Test func deliversAnEventWithoutANumber() throws {
        let event = try only("mstr://?evt=home")
        #expect(event.kind == .unknown)
        #expect(event.number == nil)
        #expect(event.text == "home")
        #expect(event.warnings.map(\.code) == ["link.event.number"])
    }

    @Test func acceptsAnyParameterOfCustomEvents() throws {
        let event = try only("mstr://?evt=10000000&anything=goes")
        #expect(event.kind == .custom)
        #expect(event["anything"]?.state == .free)
        #expect(event.warnings.isEmpty)
        #expect(try only("mstr://?evt=9999999").kind == .unknown)
    }

    @Test func theNameDependsOnThePlatform() throws {
        #expect(try only("mstr://?evt=3997").names == ["reports", "subscriptions"])
        #expect(try only("mstripad://?evt=3997").names == ["reports"])
        #expect(try only("mstr://?evt=3997", on: .android).names == ["subscriptions"])
    }

    @Test func warnsOfAnEventOfAnotherPlatform() throws {
        let event = try only("https://h/mstrWeb?evt=3995")
        #expect(event.names == ["home"])
        #expect(event.warnings.map(\.code) == ["link.event.platform"])
    }

    @Test func acceptsTheMisprintedViewMedia() throws {
        let document = "mstr://?evt=2048001&documentID=\(Self.report)"
        let good = try only(document + "&currentViewMedia=20")
        #expect(good["currentViewMedia"]?.value == 20)
        #expect(good.warnings.isEmpty)
        let misprinted = try only(document + "&currentViewMode=20")
        #expect(misprinted["currentViewMedia"]?.value == 20)
        #expect(misprinted.warnings.map(\.code) == ["link.parameter.spelling"])
    }

    @Test(arguments: [
        ("", true), ("&useCache=0", false), ("&useCache=1", true), ("&useCache=no", true),
        ("&useCache=", true), ("&useCache=00", true), ("&useCache=%30", false),
    ])
    func bypassesTheCacheForExactlyZero(query: String, usesCache: Bool) throws {
        let event = try only("mstr://?evt=2048030" + query)
        #expect(event.usesServerCache == usesCache)
        #expect(event.warnings.isEmpty)
    }

    @Test func otherEventsHaveNoCacheOption() throws {
        #expect(try only("mstr://?evt=3995&useCache=0").usesServerCache == nil)
    }

    @Test(arguments: [
        "{Subcategory@ID}", "{&Document}", "a{&ReportName:GUID}b", "%7BCity@ID%7D",
        "{SubcategoryNameOfProductsOfYears}",
    ])
    func recognisesMacros(value: String) throws {
        let event = try only("mstr://?evt=4001&reportID=\(value)")
        #expect(event["reportID"]?.state == .macro)
        #expect(event.warnings.map(\.code) == ["link.macro"])
    }

    @Test(arguments: ["{8D679D37-11D3-E498-1000-E787EC6DE8A4}", "{}", "{\"a\":1}", "{open", "x}"])
    func ignoresOtherBraces(value: String) throws {
        #expect(try only("mstr://?evt=10000001&x=\(value)").warnings.isEmpty)
    }

    @Test func splitsListsAtRawPipes() throws {
        let event = try only("mstr://?evt=2048076&psKey=K1|K2&pKey=A%7CB|C")
        #expect(event["psKey"]?.value == ["K1", "K2"])
        #expect(event["pKey"]?.value == ["A|B", "C"])
        #expect(event.warnings.isEmpty)
    }

    @Test func warnsOfUnknownParameters() throws {
        #expect(try codes("mstr://?evt=3995&hoem=1") == ["link.parameter.unknown"])
        #expect(try codes("mstr://?evt=3992&anything=1") == [])
        #expect(try codes("mstr://?evt=3995&server=a&Project=b&uid=c&pwd=d") == [])
    }

    /// A rule for `reportID` does not see `REPORTID`.
    @Test func aNameInAnotherCaseIsAnotherParameter() throws {
        let event = try only("mstr://?evt=4001&REPORTID=\(Self.report)")
        #expect(event.target == nil)
        #expect(
            event.warnings.map(\.code) == ["link.parameter.spelling", "link.parameter.missing"])
    }

    @Test func warnsOfRepeatedParameters() throws {
        #expect(
            try codes("mstr://?evt=10000001&x=1&x=2&x=3") == ["link.parameter.repeated"])
    }

    @Test func warnsOfTheLinkAsAWhole() throws {
        #expect(try codes("mstr://?evt=3995#x=2") == ["link.fragment"])
        #expect(try codes("mstr://evt=3995") == ["link.question-mark"])
        #expect(try codes("mstr://?evt=10000001&amp;x=2") == ["link.html"])
        #expect(
            try LinkEvent.warnings(of: Link("mstr://?EVT=1")).map(\.code)
                == ["link.parameter.spelling"])
    }

    @Test func hasNoEventsWithoutEvt() throws {
        #expect(try LinkEvent.resolve(Link("https://example.com/?a=1")).isEmpty)
    }
}
