import PeriluneCore
import Testing

@testable import CRMPlugin

struct ODataParserTests {
    private func filter(_ text: String, _ version: ODataVersion = .v4) throws -> ODataExpression {
        try ODataParser.filter(text, version)
    }

    private func path(_ names: String...) -> ODataExpression {
        ODataExpression(.path(ODataPath(names)))
    }

    private func literal(_ literal: ODataLiteral) -> ODataExpression {
        ODataExpression(.literal(literal))
    }

    @Test func andBindsTighterThanOr() throws {
        let parsed = try filter("a eq 1 or b eq 2 and c eq 3")
        #expect(parsed == (try filter("a eq 1 or (b eq 2 and c eq 3)")))
        #expect(parsed != (try filter("(a eq 1 or b eq 2) and c eq 3")))
    }

    @Test func readsLiteralsOfVersionFour() throws {
        let id = ODataSample.id
        let cases: [(String, ODataLiteral)] = [
            ("'O''Neil'", .string("O'Neil")), ("\(id)", .guid(id)), ("-12.50", .number("-12.50")),
            ("null", .null), ("true", .bool(true)), ("1e3", .number("1e3")),
            ("2024-05-31", .date(Timestamp("2024-05-31T00:00:00Z")!)),
            ("2024-05-31T09:00:00+02:00", .date(Timestamp("2024-05-31T07:00:00Z")!)),
        ]
        for (text, expected) in cases {
            #expect(
                try filter("a eq \(text)")
                    == ODataExpression(.comparison(.eq, path("a"), literal(expected))), "\(text)")
        }
    }

    @Test func readsLiteralsOfVersionTwo() throws {
        let id = ODataSample.id
        let upper = id.description.uppercased()
        let cases: [(String, ODataLiteral)] = [
            ("guid'\(upper)'", .guid(id)), ("5L", .number("5")), ("12.5m", .number("12.5")),
            ("datetime'2010-07-15T16:19:54Z'", .date(Timestamp("2010-07-15T16:19:54Z")!)),
            ("datetime'2010-07-15'", .date(Timestamp("2010-07-15T00:00:00Z")!)),
        ]
        for (text, expected) in cases {
            #expect(
                try filter("A/Id eq \(text)", .v2)
                    == ODataExpression(.comparison(.eq, path("A", "Id"), literal(expected))),
                "\(text)")
        }
    }

    @Test func substringofMeansContains() throws {
        let old = try filter("substringof('x',Name) eq true", .v2)
        guard case .comparison(.eq, let call, _) = old.form else {
            Issue.record("no comparison")
            return
        }
        #expect(call.form == .text(.contains, ODataPath(["Name"]), .string("x")))
    }

    @Test func readsQueryFunctions() throws {
        let days = try filter(
            "Microsoft.Dynamics.CRM.LastXDays(PropertyName='createdon',PropertyValue=5)")
        #expect(days.form == .query(.lastXDays, ODataPath(["createdon"]), [.number("5")]))
        let between = try filter(
            #"Microsoft.Dynamics.CRM.Between(PropertyName='x',PropertyValues=["1","2"])"#)
        #expect(
            between.form == .query(.between, ODataPath(["x"]), [.string("1"), .string("2")]))
        let me = try filter("Microsoft.Dynamics.CRM.NotUserId(PropertyName='ownerid')")
        #expect(me.form == .query(.notEqualUserId, ODataPath(["ownerid"]), []))
    }

    @Test func everyOperatorHasAQueryFunction() throws {
        for function in ConditionOperator.allCases {
            #expect(ConditionOperator(queryFunction: function.queryFunction) == function)
        }
    }

    @Test func readsParameterAliases() throws {
        let parsed = try ODataParser.filter(
            "Microsoft.Dynamics.CRM.In(PropertyName=@p1,PropertyValues=@p2) and a eq @p3", .v4,
            aliases: ["@p1": "'x'", "@p2": "['a','b']", "@p3": "7"])
        #expect(
            parsed
                == (try filter(
                    "Microsoft.Dynamics.CRM.In(PropertyName='x',PropertyValues=['a','b'])"
                        + " and a eq 7")))
    }

    @Test func pointsAtWhatIsWrong() {
        let cases: [(String, Int)] = [
            ("name eq", 8), ("name eq 'abc", 9), ("name add 1 eq 2", 6),
            ("year(createdon) eq 1", 1),
            ("(name eq 'a'", 13), ("name eq 'a')", 12), ("name ~ 1", 6), ("", 1),
            ("createdon gt 2024-13-01", 14), ("contains(name)", 14), ("1x eq 2", 1),
            ("Microsoft.Dynamics.CRM.LastXDays(PropertyName='a')", 1), ("a eq @p", 6),
            ("a eq money'1'", 6),
        ]
        for (text, column) in cases {
            do {
                _ = try filter(text)
                Issue.record("\(text) was read")
            } catch let error as PeriluneError {
                #expect(error.place.column == column, "\(text): \(error)")
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test func limitsDepthAndLength() {
        let deep = String(repeating: "(", count: 60) + "a eq 1" + String(repeating: ")", count: 60)
        #expect(throws: PeriluneError.self) { try filter(deep) }
        let nots = String(repeating: "not ", count: 100_000) + "a eq 1"
        #expect(throws: PeriluneError.self) { try filter(nots) }
        let long = (0..<5000).map { "name\($0) eq 'x'" }.joined(separator: " or ")
        #expect(throws: PeriluneError.self) { try filter(long) }
    }

    @Test func aLongChainIsOneLevel() throws {
        let chain = (0..<500).map { "a eq \($0)" }.joined(separator: " or ")
        guard case .or(let parts) = try filter(chain).form else {
            Issue.record("no alternatives")
            return
        }
        #expect(parts.count == 500)
    }

    @Test func garbageNeverTraps() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "name", " eq ", "'", "(", ")", " and ", " not ", "any(", ":", "/", ",", "1.5", "null",
            "guid'", "é", "@p", "[", "]", "-", "2024-01-01", " in ", "contains(", "$", "\u{0}",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            _ = try? filter(text)
            _ = try? filter(text, .v2)
            _ = try? ODataOptions([("$expand", text), ("$apply", text)], .v4)
            _ = try? ODataSegment(text, .v4)
        }
    }
}
